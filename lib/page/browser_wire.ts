/** One WebSocket as the live page needs it; a small port, so that tests can cut the line. */
export interface Wire {
  send(data: string | ArrayBuffer): void;
  /** False once the line is closing, although `closed` may be called much later. */
  isOpen(): boolean;
  /** Bytes handed over that have not left this computer yet. */
  waitingBytes(): number;
  close(): void;
}

export interface WireEvents {
  opened(): void;
  received(text: string): void;
  /**
   * Called once, also when the connection never opened; `code` is the WebSocket close code, or
   * "sign_in" where it was refused because nobody is signed in.
   */
  closed(code: number | "sign_in"): void;
}

export type Connect = (url: string, events: WireEvents) => Wire;

/** Opens a real WebSocket. Never throws: a line that cannot be opened is closed at once. */
export const browserWire: Connect = (url, events) => {
  let wasOpen = false;
  return wireOn(new WebSocket(url), {
    ...events,
    opened() {
      wasOpen = true;
      events.opened();
    },
    closed: async (code) => events.closed(!wasOpen && await mustSignIn(url) ? "sign_in" : code),
  });
};

/**
 * A browser does not tell why a line was refused, so its neighbour is asked, which sends everybody
 * to the sign-in who may not read it (SE6).
 */
function mustSignIn(url: string): Promise<boolean> {
  return fetch(url.replace(/^ws(.*)socket$/, "http$1state"), { redirect: "manual" })
    .then(({ type }) => type === "opaqueredirect", () => false);
}

/** The wire over a socket that has just been made. */
export function wireOn(socket: WebSocket, events: WireEvents): Wire {
  socket.onopen = () => events.opened();
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === "string") events.received(event.data);
  };
  socket.onclose = (event) => events.closed(event.code);
  return {
    send: (data) => socket.send(data),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    waitingBytes: () => socket.bufferedAmount,
    close() {
      // A half-open line may take minutes to report its close; this side is done with it now.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}
