import { join } from "node:path";
import type { Config } from "@/lib/config.ts";
import {
  type BoxCertificate,
  ensureBoxCertificate,
  readOwnCertificate,
} from "@/lib/web/tls/box_certificate.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";

export type CertificateOutcome =
  | { readonly ok: true; readonly certificate: BoxCertificate }
  | { readonly ok: false; readonly words: string };

/** The certificate a shared box shows: the practice's own, else the one that the box makes. */
export function certificateOf(
  { DATA_DIR, TLS_CERT, TLS_KEY }: Pick<Config, "DATA_DIR" | "TLS_CERT" | "TLS_KEY">,
  own: OwnNames,
  nowMs: number,
): CertificateOutcome {
  if (TLS_CERT === "") {
    const certificate = ensureBoxCertificate(join(DATA_DIR, "keys"), own, nowMs);
    return { ok: true, certificate };
  }
  try {
    const certificate = readOwnCertificate(TLS_CERT, TLS_KEY);
    if (certificate.endsMs > nowMs) return { ok: true, certificate };
    const end = new Date(certificate.endsMs).toISOString().slice(0, 10);
    return { ok: false, words: `Cannot share with TLS_CERT="${TLS_CERT}": it ended on ${end}.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : "it cannot be read";
    return { ok: false, words: `Cannot share with TLS_CERT="${TLS_CERT}": ${why}.` };
  }
}
