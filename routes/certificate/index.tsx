import { page } from "fresh";
import { services } from "@/lib/services.ts";
import { define } from "@/lib/web/define.ts";
import { networkAddresses } from "@/lib/web/page_addresses.ts";
import { dateWords } from "@/lib/page/format_time.ts";
import { PageFrame } from "@/components/PageFrame.tsx";
import { TrustSteps } from "@/components/TrustSteps.tsx";

type Data =
  & { readonly room: string; readonly canSignOut: boolean }
  & (
    | { readonly kind: "not_shared" }
    | {
      readonly kind: "made_by_the_box" | "brought_by_the_practice";
      readonly fingerprint: string;
      readonly ends: string;
      readonly addresses: readonly string[];
    }
  );

export const handler = define.handlers({
  GET(ctx) {
    const { config, sharing } = services();
    const { loginRequired, signedIn } = ctx.state.access;
    const frame = { room: config.ROOM_NAME, canSignOut: loginRequired && signedIn };
    if (sharing === undefined) return page<Data>({ ...frame, kind: "not_shared" });
    const { authorityPem, endsMs, fingerprint } = sharing.certificate;
    return page<Data>({
      ...frame,
      kind: authorityPem === null ? "brought_by_the_practice" : "made_by_the_box",
      fingerprint,
      ends: dateWords(endsMs),
      addresses: networkAddresses(sharing.ownNames(), Number(ctx.url.port || 443)),
    });
  },
});

export default define.page<typeof handler>(function CertificatePage({ data }) {
  return (
    <PageFrame title="Certificate" here={null} room={data.room} canSignOut={data.canSignOut}>
      <div class="prose">
        <h1>How a tablet or PC comes to trust this box</h1>
        {data.kind === "not_shared" ? <NotShared /> : (
          <>
            <p>
              Other devices of this network reach Alba over an encrypted connection:{" "}
              {data.addresses.join(" or ")}. A browser gives the microphone only where it trusts
              that connection.
            </p>
            {data.kind === "made_by_the_box"
              ? <MadeByTheBox fingerprint={data.fingerprint} />
              : <Brought fingerprint={data.fingerprint} />}
            <p class="soft">
              The certificate in use ends on{" "}
              {data.ends}. A start within the last two months before renews it.
            </p>
          </>
        )}
      </div>
    </PageFrame>
  );
});

function NotShared() {
  return (
    <p>
      This box answers only to itself, so there is nothing to trust. To use it from a tablet, give
      an owner a PIN on the page People, then set LAN_SHARE=true and HOST=0.0.0.0 and start Alba
      again.
    </p>
  );
}

function Brought({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <>
      <p>
        The practice brought its own certificate. If a browser warns, ask whoever issued it; the
        browser shows this fingerprint (SHA-256) in the details of the connection:
      </p>
      <p class="fingerprint">{fingerprint}</p>
    </>
  );
}

function MadeByTheBox({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <>
      <p>
        The box made its own certificate, which no device knows yet. Each device has to be told
        once. Until then its browser warns; for this one page that is as it should be.
      </p>
      <h2>First compare</h2>
      <p>
        Open this page on the box itself and on the device. Go on only when both show the same
        fingerprint (SHA-256); otherwise something stands between them.
      </p>
      <p class="fingerprint">{fingerprint}</p>
      <p>
        <a class="button button-main" href="/certificate/alba.crt" download="alba.crt">
          Download the certificate
        </a>
      </p>
      <TrustSteps />
      <h2>What trusting it means</h2>
      <p>
        The certificate can vouch for this box's names and for addresses inside a practice's
        network, and for nothing on the internet. Its key never leaves the box.
      </p>
    </>
  );
}
