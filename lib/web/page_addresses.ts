import type { OwnNames } from "@/lib/web/own_names.ts";
import { isPrivateAddress } from "@/lib/web/private_address.ts";

/** Where a browser on this machine opens the page. */
export function ownAddress(
  { scheme, host, port }: { scheme: "http" | "https"; host: string; port: number },
): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}/`;
}

/** Where the devices of the network do, names first. */
export function networkAddresses({ names, addresses }: OwnNames, port: number): string[] {
  const hosts = addresses.filter(isPrivateAddress)
    .map((address) => address.includes(":") ? `[${address}]` : address);
  return [...names.toReversed(), ...hosts].map((host) => `https://${host}:${port}/`);
}
