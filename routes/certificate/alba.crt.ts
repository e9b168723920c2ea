import { Buffer } from "node:buffer";
import { HttpError } from "fresh";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";

/** What a device has to trust, in the form (DER) that all of them can install. */
export const handler = define.handlers({
  GET() {
    const pem = services().sharing?.certificate.authorityPem ?? null;
    if (pem === null) {
      throw new HttpError(404, "There is no certificate of the box's own to trust.");
    }
    const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ""), "base64");
    return new Response(Uint8Array.from(der), {
      headers: {
        "Content-Type": "application/x-x509-ca-cert",
        "Content-Disposition": 'attachment; filename="alba.crt"',
      },
    });
  },
});
