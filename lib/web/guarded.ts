import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import type { People } from "@/lib/people/people.ts";
import { accessRefusal, type GateOptions, isFromElsewhere } from "@/lib/web/access_gate.ts";
import { bodyRefusal } from "@/lib/web/body_limit.ts";
import { type Caller, callerOf } from "@/lib/web/caller.ts";
import { Login } from "@/lib/web/login.ts";
import { changesState, isUpgrade, originRefusal } from "@/lib/web/origin_guard.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";
import { type Refusal, refusalResponse } from "@/lib/web/refusal.ts";
import { attachAccess, RequestAccess } from "@/lib/web/request_access.ts";
import { withSecurityHeaders } from "@/lib/web/security_headers.ts";
import { type SessionStorage, SessionStore } from "@/lib/web/session_store.ts";

export interface GuardOptions {
  readonly config: Pick<Config, "HOST" | "OWNER_PASSPHRASE" | "TRUST_PROXY">;
  readonly clock: Clock;
  readonly people: People;
  /** `sessionFile(…)` in the service. */
  readonly sessions: SessionStorage;
  /** What the box is called in its network; given only where LAN_SHARE opens it to that. */
  readonly shared?: () => OwnNames;
}

/** What `app.handler()` returns. */
export type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/**
 * The one door of the service: everything that `Deno.serve` receives goes through it, in this
 * order: who asks, from which page, how much they send, which session they have, then the app.
 * Every answer leaves with the security headers, refusals and crashes included.
 */
export function guarded(handler: Handler, options: GuardOptions): Handler {
  const { clock, config, people } = options;
  const passphrase = config.OWNER_PASSPHRASE;
  const sessions = new SessionStore({ clock, storage: options.sessions, passphrase });
  const login = new Login({ passphrase, clock, people });
  const log = getLogger(["alba", "web", "guarded"]);

  async function answer(request: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
    const gate: GateOptions = { host: config.HOST, shared: options.shared?.() ?? null };
    const caller = callerOf(request, info.remoteAddr, config.TRUST_PROXY);
    const refusal = refusalOf(request, caller, gate);
    if (refusal !== null) {
      log.info("Request refused", { code: refusal.code, status: refusal.status });
      return withSecurityHeaders(request, refusalResponse(refusal));
    }
    const access = new RequestAccess(request, {
      login,
      sessions,
      people,
      clock,
      hasPassphrase: passphrase !== "",
      peer: "hostname" in caller.peer ? caller.peer.hostname : "",
      url: caller.url,
      fromNetwork: isFromElsewhere(caller.peer, gate),
    });
    attachAccess(request, access);
    // Taken before the answer, as signing out leaves nobody; polls and sockets are not a person.
    if (changesState(request) && !isUpgrade(request)) access.seen();
    const response = await handler(request, info);
    // The error page has said so to whoever asked; the owner finds it here.
    if (response.status === 500) log.error("Request failed", { status: response.status });
    if (opensPage(request, response)) {
      access.seen();
      access.startSession();
    }
    const secured = withSecurityHeaders(request, response);
    if (access.setCookie !== null) secured.headers.append("Set-Cookie", access.setCookie);
    return secured;
  }

  return async (request, info) => {
    try {
      return await answer(request, info);
    } catch (error) {
      log.error("Request failed", { error: error instanceof Error ? error.name : "unknown" });
      const failed = new Response("Something went wrong on the box. Try again.\n", { status: 500 });
      return withSecurityHeaders(request, failed);
    }
  };
}

function refusalOf(request: Request, caller: Caller, gate: GateOptions): Refusal | null {
  return accessRefusal(request, caller, gate) ?? originRefusal(request, caller) ??
    bodyRefusal(request);
}

/** Only a page needs a session: probes, files and errors leave no trace. */
function opensPage(request: Request, response: Response): boolean {
  return request.method === "GET" && response.status === 200 &&
    (response.headers.get("content-type") ?? "").startsWith("text/html");
}
