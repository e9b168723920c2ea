import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { Handler } from "@/lib/web/guarded.ts";
import { isTls, plainHttpAnswer } from "@/lib/web/tls/plain_http.ts";

/** Who connects and says nothing for this long is not a browser. */
const FIRST_BYTES_TIMEOUT_MS = 10_000;

/** Sixteen rooms, each with a few devices and a browser's six connections for each. */
const MAX_CONNECTIONS = 512;

/** Holds the head of any request of a browser. */
const FIRST_BYTES = 8_192;

/**
 * Where the encrypted server itself listens. On Linux that is an address of loopback at which
 * nothing else is, so that the permission for it opens no other program of this machine.
 */
export const INNER_HOST = Deno.build.os === "linux" ? "127.0.0.2" : "127.0.0.1";

export interface TlsFrontOptions {
  readonly hostname: string;
  readonly port: number;
  readonly certPem: string;
  readonly keyPem: string;
  readonly clock: Clock;
  readonly handler: Handler;
}

export interface TlsFront {
  readonly port: number;
  /** Takes no more connections, and resolves when those that are open have ended. */
  shutdown(): Promise<void>;
}

/**
 * Serves TLS on a port that also answers plain http with a way on, which `Deno.serve` cannot. Each
 * connection's first byte decides; an encrypted one is handed, byte for byte, to a server on
 * loopback. The handler is told the address of who really connected; a connection to the inner
 * server that did not come through the front is refused. Throws as `Deno.listen` does.
 */
export function openTlsFront(options: TlsFrontOptions): TlsFront {
  const { hostname, port, certPem, keyPem, handler } = options;
  const listener = Deno.listen({ hostname, port });
  const peers = new Map<number, Deno.NetAddr>();
  const inner = Deno.serve(
    { hostname: INNER_HOST, port: 0, cert: certPem, key: keyPem, onListen() {} },
    (request, info) => {
      const remoteAddr = peers.get(info.remoteAddr.port);
      if (remoteAddr === undefined) return new Response("Use the front door.\n", { status: 403 });
      return handler(request, { remoteAddr, completed: info.completed });
    },
  );
  const front = new Front(options, inner.addr.port, peers);
  const accepting = front.accept(listener);
  return {
    port: listener.addr.port,
    async shutdown() {
      listener.close();
      await Promise.all([accepting, inner.shutdown()]);
      front.close();
    },
  };
}

class Front {
  readonly #clock: Clock;
  readonly #innerPort: number;
  readonly #peers: Map<number, Deno.NetAddr>;
  readonly #open = new Set<Deno.TcpConn>();
  readonly #log = getLogger(["alba", "web", "tls"]);

  constructor(
    { clock }: Pick<TlsFrontOptions, "clock">,
    innerPort: number,
    peers: Map<number, Deno.NetAddr>,
  ) {
    this.#clock = clock;
    this.#innerPort = innerPort;
    this.#peers = peers;
  }

  async accept(listener: Deno.TcpListener): Promise<void> {
    for await (const connection of listener) {
      if (this.#open.size >= MAX_CONNECTIONS) {
        connection.close();
        continue;
      }
      this.#open.add(connection);
      void this.#serve(connection);
    }
  }

  close(): void {
    for (const connection of this.#open) closeQuietly(connection);
  }

  async #serve(connection: Deno.TcpConn): Promise<void> {
    const cancel = this.#clock.after(FIRST_BYTES_TIMEOUT_MS, () => closeQuietly(connection));
    try {
      const first = new Uint8Array(FIRST_BYTES);
      const count = await connection.read(first) ?? 0;
      cancel();
      if (count === 0) return;
      const head = first.subarray(0, count);
      if (isTls(head[0] ?? 0)) await this.#pass(connection, head);
      else await writeAll(connection, plainHttpAnswer(new TextDecoder("latin1").decode(head)));
    } catch (error) {
      // A device that went away in the middle; what it was doing knows of it by itself.
      this.#log.debug("A connection broke off", {
        error: error instanceof Error ? error.name : "unknown",
      });
    } finally {
      cancel();
      closeQuietly(connection);
      this.#open.delete(connection);
    }
  }

  /** Joins the two connections until the server's side ends, as it does when the device goes. */
  async #pass(outer: Deno.TcpConn, head: Uint8Array<ArrayBuffer>): Promise<void> {
    const inner = await Deno.connect({ hostname: INNER_HOST, port: this.#innerPort });
    const { port } = inner.localAddr;
    // Known before the first byte, so that no request can be asked about that is not.
    this.#peers.set(port, outer.remoteAddr);
    try {
      await writeAll(inner, head);
      const sent = outer.readable.pipeTo(inner.writable);
      // Breaking off here ends the server's side too, which is waited for below.
      sent.catch(() => {});
      await inner.readable.pipeTo(outer.writable);
    } finally {
      this.#peers.delete(port);
      closeQuietly(inner);
    }
  }
}

async function writeAll(connection: Deno.TcpConn, data: string | Uint8Array): Promise<void> {
  let rest = typeof data === "string" ? new TextEncoder().encode(data) : data;
  while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
}

function closeQuietly(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // Closed already, by its streams or by the other side.
  }
}
