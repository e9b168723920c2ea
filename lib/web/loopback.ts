/**
 * True when an IP address literal, as the socket reports it, is this machine's own loopback:
 * 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1, or the former written as IPv4-mapped IPv6.
 */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  return plain === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain);
}

/** Names and addresses under which a browser on this machine reaches it; as in `URL.hostname`. */
const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True when a URL's host name means this machine without asking any name server. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname);
}
