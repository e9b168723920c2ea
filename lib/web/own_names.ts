import type { Clock } from "@/lib/clock.ts";

/** How this machine is called in its network; addresses as the system writes them. */
export interface OwnNames {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** An address given by DHCP may change; asking the system for each request would be too much. */
const REMEMBERED_MS = 10_000;

/**
 * The box's host name, also as the network's name service knows it (RFC 6762), and its addresses
 * other than loopback. An IPv6 address of one link needs a zone, which no certificate can hold.
 */
export function readOwnNames(): OwnNames {
  const host = Deno.hostname().toLowerCase();
  const isName = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/.test(host) && host !== "localhost";
  const addresses = Deno.networkInterfaces()
    .map(({ address }) => address.toLowerCase())
    .filter((address) => !/^(127\.|::1$|fe80:)/.test(address));
  return {
    names: !isName ? [] : host.includes(".") ? [host] : [host, `${host}.local`],
    addresses: [...new Set(addresses)].sort(),
  };
}

/** The same, asked again only when some seconds have passed. */
export function ownNamesNow(clock: Clock, read: () => OwnNames = readOwnNames): () => OwnNames {
  let known: { readonly names: OwnNames; readonly untilMs: number } | null = null;
  return () => {
    const now = clock.monotonicMs();
    if (known === null || now >= known.untilMs) {
      known = { names: read(), untilMs: now + REMEMBERED_MS };
    }
    return known.names;
  };
}
