import type { Clock } from "@/lib/clock.ts";
import type { Handler } from "@/lib/web/guarded.ts";
import type { BoxCertificate } from "@/lib/web/tls/box_certificate.ts";
import { openTlsFront } from "@/lib/web/tls/tls_front.ts";

/** Where the service is reached, and how it stops. */
export interface Listener {
  readonly scheme: "http" | "https";
  readonly port: number;
  /** Takes no more requests, and resolves when those under way are answered. */
  shutdown(): Promise<void>;
}

/**
 * Listens with TLS where there is a certificate, and plainly where the box answers only to itself.
 * Throws as `Deno.listen` does.
 */
export function openListener(
  { hostname, port, certificate, clock, handler }: {
    readonly hostname: string;
    readonly port: number;
    readonly certificate: BoxCertificate | null;
    readonly clock: Clock;
    readonly handler: Handler;
  },
): Listener {
  if (certificate !== null) {
    const { certPem, keyPem } = certificate;
    const front = openTlsFront({ hostname, port, certPem, keyPem, clock, handler });
    return { scheme: "https", port: front.port, shutdown: () => front.shutdown() };
  }
  const server = Deno.serve({ hostname, port, onListen() {} }, handler);
  return { scheme: "http", port: server.addr.port, shutdown: () => server.shutdown() };
}
