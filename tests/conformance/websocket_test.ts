import assert from "node:assert/strict";
import { App, csp, HttpError } from "fresh";
import { logged } from "./support/logged.ts";
import { request } from "./support/request.ts";

/** Serves an app on a free port while a test talks to it. */
async function served<State>(app: App<State>, run: (url: string) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, onListen: () => {} }, app.handler());
  try {
    await run(`ws://localhost:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

/** How long a conversation may take, in milliseconds, on a machine under load. */
const DEADLINE_MS = 10_000;

/** Opens a socket, sends a text when it is open, and resolves to the events it saw. */
async function converse(url: string, text: string | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const seen: string[] = [];
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send(text);
  socket.onmessage = (event) => {
    seen.push(`message ${event.data}`);
    socket.close(4001, "done");
  };
  socket.onerror = () => seen.push("error");
  socket.onclose = (event) => {
    seen.push(`close ${event.code}`);
    end();
  };
  const deadline = setTimeout(() => {
    seen.push("nothing more came");
    socket.close(4002, "late");
  }, DEADLINE_MS);
  await ended;
  clearTimeout(deadline);
  return seen;
}

Deno.test("[F21] app.ws calls its handlers as the socket lives", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  const opened: boolean[] = [];
  const app = new App().ws("/ws", {
    open: (socket) => opened.push(socket.readyState === WebSocket.OPEN),
    message: (socket, event) => socket.send(`echo ${event.data}`),
    close: (_socket, code, reason) => resolve(`${code} ${reason}`),
  });
  await served(app, async (url) => {
    const seen = await converse(`${url}/ws`, "hello");
    assert.deepEqual(seen, ["message echo hello", "close 4001"]);
    assert.equal(await closed, "4001 done");
    assert.deepEqual(opened, [true]);
  });
});

Deno.test("[F21] ctx.upgrade without handlers hands out the socket", async () => {
  const app = new App().get("/ws", (ctx) => {
    const { socket, response } = ctx.upgrade();
    socket.onmessage = (event) => socket.send(`bare ${event.data}`);
    return response;
  });
  await served(app, async (url) => {
    assert.deepEqual(await converse(`${url}/ws`, "x"), ["message bare x", "close 4001"]);
  });
});

Deno.test("[F21] a request that is no upgrade is a 400", async () => {
  const app = new App().ws("/ws", { message: () => {} });
  assert.equal((await request(app, "/ws")).status, 400);
});

Deno.test("[F22] a middleware can refuse the upgrade", async () => {
  const app = new App()
    .use(() => {
      throw new HttpError(401);
    })
    .ws("/ws", { message: (socket) => socket.send("let in") });
  await served(app, async (url) => {
    assert.equal((await converse(`${url}/ws`, "x"))[0], "error");
  });
});

Deno.test("[F22] csp around an upgrade leaves it whole, and binary is an ArrayBuffer", async () => {
  const app = new App().use(csp()).ws("/ws", {
    message: (socket, { data }) => socket.send(`${data instanceof ArrayBuffer}`),
  });
  await served(app, async (url) => {
    const seen = await converse(`${url}/ws`, new Uint8Array([1, 2]));
    assert.deepEqual(seen, ["message true", "close 4001"]);
  });
});

Deno.test("[F23] a protocol the client does not offer fails the upgrade", async () => {
  const app = new App().ws("/ws", { message: () => {} }, { protocol: "alba.1" });
  const log = await logged(() =>
    served(app, async (url) => {
      assert.equal((await converse(`${url}/ws`, "x"))[0], "error");
    })
  );
  assert.match(log, /TypeError/);
});

/** Upgrades by hand and then stays silent: unlike a real client it answers no ping. */
async function silentClient(port: number): Promise<Deno.TcpConn> {
  const client = await Deno.connect({ port });
  const handshake = [
    "GET /ws HTTP/1.1",
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ].join("\r\n");
  await client.write(new TextEncoder().encode(`${handshake}\r\n\r\n`));
  return client;
}

Deno.test("[F24] the idle timeout of the upgrade ends a connection that has gone silent", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const app = new App().ws("/ws", {
    close: () => resolve(),
    error: () => resolve(),
  }, { idleTimeout: 1 });
  await served(app, async (url) => {
    using _client = await silentClient(Number(new URL(url).port));
    // Deno's own timeout is 30 seconds, so only the one set here can beat this deadline.
    const { promise: late, reject } = Promise.withResolvers<never>();
    const deadline = setTimeout(() => reject(new Error("the connection stayed open")), 15_000);
    await Promise.race([closed, late]).finally(() => clearTimeout(deadline));
  });
});
