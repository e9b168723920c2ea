import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import { type OwnNames, ownNamesNow } from "@/lib/web/own_names.ts";
import type { BoxCertificate } from "@/lib/web/tls/box_certificate.ts";
import { certificateOf } from "@/lib/web/tls/certificate_of.ts";

/** How a box is known in its network, where LAN_SHARE opens it to that (SE1). */
export interface Sharing {
  readonly certificate: BoxCertificate;
  /** Asked each time, as addresses change. */
  readonly ownNames: () => OwnNames;
}

export type SharingOutcome =
  | { readonly ok: true; readonly sharing: Sharing | null }
  | { readonly ok: false; readonly words: string };

/** Null for a box that answers only to itself. Makes or renews the box's certificate. */
export function openSharing(config: Config, clock: Clock): SharingOutcome {
  if (!config.LAN_SHARE) return { ok: true, sharing: null };
  const ownNames = ownNamesNow(clock);
  const outcome = certificateOf(config, ownNames(), clock.wallMs());
  if (!outcome.ok) return outcome;
  return { ok: true, sharing: { certificate: outcome.certificate, ownNames } };
}
