import type { Caller } from "@/lib/web/caller.ts";
import { isLoopbackAddress, isLoopbackName } from "@/lib/web/loopback.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";
import { isPrivateAddress } from "@/lib/web/private_address.ts";
import type { Refusal } from "@/lib/web/refusal.ts";

export interface GateOptions {
  /** The configured HOST: a name or address under which the box may be reached. */
  readonly host: string;
  /** What the box is called in its network, where it is shared there; null where it is not. */
  readonly shared: OwnNames | null;
}

/**
 * Decides from who is asking, as `callerOf` has it (SE1), then from the Host whom they think they
 * are asking (SE2). Null lets the request in.
 *
 * The box's own address counts as the box, since the kernel drops packets that claim it from outside.
 * Sharing opens the box to its own network; whoever comes from the internet stays out.
 */
export function accessRefusal(
  request: Request,
  caller: Caller,
  options: GateOptions,
): Refusal | null {
  const fromElsewhere = isFromElsewhere(caller.peer, options);
  if (fromElsewhere) {
    const refusal = networkRefusal(caller, options);
    if (refusal !== null) return refusal;
  }
  if (caller.isHidden) {
    return {
      status: 403,
      code: "forwarded",
      words: "Cannot open Alba through a proxy: the request was passed on by another program. " +
        "Open the page in a browser on the box.",
    };
  }
  if (!hasOwnHost(request, caller.url, options)) {
    return {
      status: 421,
      code: "host",
      words: "Cannot open Alba under this name: the address in the browser is not this box's. " +
        "Use the address that the start printed.",
    };
  }
  // The box itself speaks to its network only encrypted; a proxy in front of it might not.
  if (fromElsewhere && caller.url.protocol !== "https:") {
    return {
      status: 403,
      code: "unencrypted",
      words: "Cannot open Alba unencrypted from another machine. Use the address with https.",
    };
  }
  return null;
}

/** True when the request was made on another machine. */
export function isFromElsewhere(peer: Deno.Addr, { host, shared }: GateOptions): boolean {
  if (peer.transport !== "tcp") return true;
  const { hostname } = peer;
  const isOwn = isLoopbackAddress(hostname) || hostname === host ||
    (shared?.addresses.includes(hostname) ?? false);
  return !isOwn;
}

function networkRefusal({ peer }: Caller, { shared }: GateOptions): Refusal | null {
  if (shared === null) {
    return {
      status: 403,
      code: "elsewhere",
      words: "Cannot open Alba from another machine: this box answers only to itself. " +
        "Open the page in a browser on the box.",
    };
  }
  if (peer.transport === "tcp" && isPrivateAddress(peer.hostname)) return null;
  return {
    status: 403,
    code: "internet",
    words: "Cannot open Alba from outside the practice: this box answers only to its own " +
      "network. Join that network, then try again.",
  };
}

/**
 * A page of another site that has its name point here (DNS rebinding) is of one origin with us in
 * the browser's eyes; only the Host it sends gives it away. The port is free, so that a forwarded
 * port works: an attacker's page cannot have a loopback name. Both what was asked for and the Host
 * header are looked at, as an absolute target, or a trusted proxy, would override the header.
 */
function hasOwnHost(request: Request, asked: URL, options: GateOptions): boolean {
  // HTTP/2, which is spoken only over TLS, has the target instead of a Host header.
  const header = request.headers.get("host") ?? (asked.protocol === "https:" ? asked.host : null);
  if (header === null || !URL.canParse(`http://${header}`)) return false;
  const names = [asked.hostname, new URL(`http://${header}`).hostname];
  return names.every((name) => isOwnName(name, options));
}

function isOwnName(name: string, { host, shared }: GateOptions): boolean {
  if (isLoopbackName(name) || name === urlName(host)) return true;
  if (shared === null) return false;
  return shared.names.includes(name) || shared.addresses.some((own) => urlName(own) === name);
}

/** A host as a URL writes it: lower case, IPv6 in brackets and in its shortest form. */
function urlName(host: string): string {
  if (!host.includes(":")) return host.toLowerCase();
  return URL.canParse(`http://[${host}]`) ? new URL(`http://[${host}]`).hostname : host;
}
