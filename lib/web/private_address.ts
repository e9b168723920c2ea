/**
 * True when an IP address literal lies in a range that no router of the internet carries: 10/8,
 * 172.16/12, 192.168/16 (RFC 1918), 169.254/16 (RFC 3927), fc00::/7 (RFC 4193), fe80::/10
 * (RFC 4291), or one of the former written as IPv4-mapped IPv6.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  const [first, second] = plain.split(".").map(Number);
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(plain) && first !== undefined && second !== undefined) {
    return first === 10 || (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168) || (first === 169 && second === 254);
  }
  return /^f[cd][0-9a-f]{2}:/.test(plain) || /^fe[89ab][0-9a-f]:/.test(plain);
}
