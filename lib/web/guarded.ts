import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import { accessRefusal } from "@/lib/web/access_gate.ts";
import { bodyRefusal } from "@/lib/web/body_limit.ts";
import { Login } from "@/lib/web/login.ts";
import { originRefusal } from "@/lib/web/origin_guard.ts";
import { type Refusal, refusalResponse } from "@/lib/web/refusal.ts";
import { attachAccess, RequestAccess } from "@/lib/web/request_access.ts";
import { withSecurityHeaders } from "@/lib/web/security_headers.ts";
import { type SessionStorage, SessionStore } from "@/lib/web/session_store.ts";

export interface GuardOptions {
  readonly config: Pick<Config, "HOST" | "OWNER_PASSPHRASE">;
  readonly clock: Clock;
  /** `sessionFile(…)` in the service. */
  readonly sessions: SessionStorage;
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
  const { clock, config } = options;
  const passphrase = config.OWNER_PASSPHRASE;
  const sessions = new SessionStore({ clock, storage: options.sessions, passphrase });
  const login = new Login({ passphrase, clock });
  const log = getLogger(["alba", "web", "guarded"]);

  async function answer(request: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
    const refusal = refusalOf(request, info.remoteAddr, config.HOST);
    if (refusal !== null) {
      log.info("Request refused", { code: refusal.code, status: refusal.status });
      return withSecurityHeaders(request, refusalResponse(refusal));
    }
    const peer = "hostname" in info.remoteAddr ? info.remoteAddr.hostname : "";
    const access = new RequestAccess(request, { login, sessions, peer });
    attachAccess(request, access);
    const response = await handler(request, info);
    if (opensPage(request, response)) access.startSession();
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

function refusalOf(request: Request, peer: Deno.Addr, host: string): Refusal | null {
  return accessRefusal(request, peer, { host }) ?? originRefusal(request) ?? bodyRefusal(request);
}

/** Only a page needs a session: probes, files and errors leave no trace. */
function opensPage(request: Request, response: Response): boolean {
  return request.method === "GET" && response.status === 200 &&
    (response.headers.get("content-type") ?? "").startsWith("text/html");
}
