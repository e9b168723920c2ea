import { App } from "fresh";
import { h } from "preact";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import type { State } from "@/lib/web/define.ts";
import { enforceRouteAccess } from "@/lib/web/enforce_route_access.ts";
import { guarded, type Handler } from "@/lib/web/guarded.ts";
import { changePeople, readPeopleForm } from "@/lib/web/people_form.ts";
import { personOf } from "@/lib/web/person_of.ts";
import { accessOf } from "@/lib/web/request_access.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";
import type { SessionStorage, StoredSession } from "@/lib/web/session_store.ts";
import { type MemoryPeople, memoryPeople } from "@/tests/people/memory_people.ts";

export const ORIGIN = "http://127.0.0.1:8000";

/** Remembers sessions the way the file does, across two `guardedApp`s given the same one. */
export function memoryStorage(): SessionStorage & { sessions: readonly StoredSession[] } {
  return {
    sessions: [],
    load() {
      return this.sessions;
    },
    save(sessions) {
      this.sessions = sessions;
    },
  };
}

export interface GuardedAppOptions {
  readonly passphrase?: string;
  readonly host?: string;
  readonly storage?: SessionStorage;
  readonly people?: MemoryPeople;
  /** Opens the box to its network, where it is called so. */
  readonly shared?: OwnNames;
  readonly trustProxy?: boolean;
}

export interface GuardedApp {
  readonly handler: Handler;
  readonly clock: ManualClock;
  readonly changes: () => number;
  readonly people: MemoryPeople;
}

/** A real app behind the real door, with one route of each kind. */
export function guardedApp(options: GuardedAppOptions = {}): GuardedApp {
  let changes = 0;
  const clock = manualClock(1_000_000);
  const { shared } = options;
  const hasPassphrase = (options.passphrase ?? "") !== "";
  const people = options.people ?? memoryPeople({ hasPassphrase, shared: shared !== undefined });
  const app = new App<State>();
  app.use(enforceRouteAccess);
  app.notFound((ctx) => ctx.text("Nothing here.", { status: 404 }));
  app.get("/", (ctx) => ctx.render(h("p", null, "home")));
  app.post("/", (ctx) => ctx.text(String(++changes)));
  app.get("/healthz", (ctx) => ctx.json({ status: "ok" }));
  app.get("/login", (ctx) => ctx.render(h("p", null, "sign in")));
  app.post("/login", async (ctx) => {
    const [secret = "", person] = (await ctx.req.text()).split("&person=");
    const access = accessOf(ctx.req);
    const outcome = person === undefined
      ? await access.signInWithPassphrase(secret)
      : await access.signInWithPin(person, secret);
    return ctx.text(outcome.ok ? "in" : outcome.words, { status: outcome.ok ? 200 : 401 });
  });
  app.post("/logout", (ctx) => {
    ctx.state.access.signOut();
    return ctx.redirect("/login", 303);
  });
  app.get("/help", (ctx) => ctx.render(h("p", null, ctx.state.access.person?.name)));
  app.get("/people", (ctx) => ctx.render(h("p", null, "people")));
  app.post("/people", async (ctx) => {
    const form = readPeopleForm(await ctx.req.formData());
    if (form === null) return ctx.text("no form of ours", { status: 400 });
    const { access } = ctx.state;
    const outcome = await changePeople(form, { people: people.people, access, by: personOf(ctx) });
    return ctx.text(outcome.ok ? "done" : outcome.words, { status: outcome.ok ? 200 : 409 });
  });
  app.get("/not-in-the-table", (ctx) => ctx.text("open?"));
  app.get("/broken", () => {
    throw new Error("patient said something");
  });
  const handler = guarded(app.handler(), {
    config: {
      HOST: options.host ?? "127.0.0.1",
      OWNER_PASSPHRASE: options.passphrase ?? "",
      TRUST_PROXY: options.trustProxy ?? false,
    },
    clock,
    people: people.people,
    sessions: options.storage ?? memoryStorage(),
    ...(shared === undefined ? {} : { shared: () => shared }),
  });
  return { handler, clock, changes: () => changes, people };
}

/** The connection as `Deno.serve` describes it. */
export function from(hostname: string): Deno.ServeHandlerInfo {
  return {
    remoteAddr: { transport: "tcp", hostname, port: 40_000 },
    completed: Promise.resolve(),
  };
}

/** A request as a browser on the box sends it; headers given here win, null removes one. */
export function browserRequest(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string | null> } = {},
): Request {
  const method = init.method ?? "GET";
  const headers = new Headers({ host: "127.0.0.1:8000" });
  if (method !== "GET") {
    headers.set("origin", ORIGIN);
    headers.set("sec-fetch-site", "same-origin");
  }
  if (init.body !== undefined) headers.set("content-length", String(init.body.length));
  for (const [name, value] of Object.entries(init.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(ORIGIN + path, { method, headers, body: init.body });
}

/** `name=value` of the session cookie that a response sets; throws when it sets none. */
export function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error("Cannot go on: the response sets no cookie");
  return cookie;
}

/** Opens the home page and returns its session cookie. */
export async function openPage(handler: Handler): Promise<string> {
  return cookieOf(await handler(browserRequest("/login"), from("127.0.0.1")));
}

/** A WebSocket with request headers of its own, which Deno has and the DOM's types lack. */
export function openSocket(url: string, headers: Record<string, string>): WebSocket {
  const options: unknown = { headers };
  return Reflect.construct(WebSocket, [url.replace(/^http/, "ws"), options]);
}
