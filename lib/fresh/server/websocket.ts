import { HttpError } from "../shared/http_error.ts";

/** Called by the layer as the socket lives; all are optional, but one makes the mode managed. */
export interface WebSocketHandlers {
  open?(socket: WebSocket): void;
  /** Binary data arrives as an ArrayBuffer. */
  message?(socket: WebSocket, event: MessageEvent): void;
  close?(socket: WebSocket, code: number, reason: string): void;
  error?(socket: WebSocket, event: Event | ErrorEvent): void;
}

/** Options of the upgrade itself. */
export interface WebSocketUpgradeOptions {
  /** Seconds without a pong after which the connection is closed. */
  idleTimeout?: number;
  /** The subprotocol to agree on; the client must have offered it. */
  protocol?: string;
}

/** True when at least one of the handlers is a function. */
export function isWebSocketHandlers(value: object): value is WebSocketHandlers {
  return ["open", "message", "close", "error"].some((name) =>
    typeof Reflect.get(value, name) === "function"
  );
}

/**
 * Upgrades the request and wires the handlers.
 *
 * @throws HttpError 400 when the request does not ask for a WebSocket
 */
export function upgradeRequest(
  req: Request,
  options: WebSocketUpgradeOptions | undefined,
  handlers: WebSocketHandlers,
): { socket: WebSocket; response: Response } {
  if (req.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    throw new HttpError(400, "Expected a WebSocket upgrade request");
  }
  const { socket, response } = Deno.upgradeWebSocket(req, options);
  if (handlers.open) socket.onopen = () => handlers.open?.(socket);
  if (handlers.message) {
    socket.onmessage = (event) => handlers.message?.(socket, event);
  }
  if (handlers.close) {
    socket.onclose = (event) => handlers.close?.(socket, event.code, event.reason);
  }
  if (handlers.error) {
    socket.onerror = (event) => handlers.error?.(socket, event);
  }
  return { socket, response };
}
