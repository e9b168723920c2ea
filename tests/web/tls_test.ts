import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { manualClock } from "@/lib/clock.ts";
import { type BoxCertificate, ensureBoxCertificate } from "@/lib/web/tls/box_certificate.ts";
import { certificateOf } from "@/lib/web/tls/certificate_of.ts";
import { issueCertificate } from "@/lib/web/tls/issue_certificate.ts";
import { plainHttpAnswer } from "@/lib/web/tls/plain_http.ts";
import { INNER_HOST, openTlsFront } from "@/lib/web/tls/tls_front.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** TLS clients look at the system's clock, so certificates are made around the real time. */
const NOW_MS = Date.now();
const OWN = {
  names: ["surgery", "surgery.local"],
  addresses: ["10.1.2.3", "fd00::5", "203.0.113.5"],
};

async function withFolder(run: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/keys`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function serverNames({ certPem }: BoxCertificate): string {
  return new X509Certificate(certPem).subjectAltName ?? "";
}

/** Serves with the certificate and tells whether a device that trusts `authority` accepts it as `name`. */
async function accepts(
  server: { certPem: string; keyPem: string },
  authority: string,
  name: string,
) {
  const listener = Deno.listenTls({
    hostname: "127.0.0.1",
    port: 0,
    cert: server.certPem,
    key: server.keyPem,
  });
  const accepted = listener.accept().then(async (connection) => {
    await connection.handshake().catch(() => {});
    connection.close();
  });
  const plain = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  const client = await Deno.startTls(plain, { hostname: name, caCerts: [authority] });
  const trusted = await client.handshake().then(() => true, () => false);
  client.close();
  await accepted;
  listener.close();
  return trusted;
}

Deno.test("[SE1] a device that trusts the box's authority accepts the box by each name and address", () =>
  withFolder(async (folder) => {
    const made = ensureBoxCertificate(folder, OWN, NOW_MS);
    assert.equal(
      serverNames(made),
      "DNS:surgery, DNS:surgery.local, DNS:localhost, IP Address:127.0.0.1, IP Address:::1, " +
        "IP Address:10.1.2.3, IP Address:fd00::5",
      "an address of the internet is left out: no authority of ours may vouch for it",
    );
    const authority = made.authorityPem ?? "";
    for (
      const name of ["surgery", "surgery.local", "localhost", "127.0.0.1", "10.1.2.3", "fd00::5"]
    ) {
      assert.equal(await accepts(made, authority, name), true, name);
    }
    for (const name of ["surgery.example", "10.1.2.4"]) {
      assert.equal(await accepts(made, authority, name), false, name);
    }
  }));

Deno.test("[SE1] the authority vouches for the box's names and private addresses, even if its key is stolen", () =>
  withFolder(async (folder) => {
    const { authorityPem } = ensureBoxCertificate(folder, OWN, NOW_MS);
    const issuer = {
      subject: /^CN=(.*)$/m.exec(new X509Certificate(authorityPem ?? "").subject)?.[1] ?? "",
      key: createPrivateKey(Deno.readTextFileSync(`${folder}/tls_authority_key.pem`)),
    };
    const forged = (names: string[], addresses: string[]) => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const certPem = issueCertificate({
        subject: "forged",
        key: privateKey,
        issuer,
        use: { kind: "server", names, addresses },
        fromMs: NOW_MS - DAY_MS,
        untilMs: NOW_MS + DAY_MS,
      });
      return { certPem, keyPem: String(privateKey.export({ type: "pkcs8", format: "pem" })) };
    };
    const authority = authorityPem ?? "";
    assert.equal(await accepts(forged(["surgery"], []), authority, "surgery"), true);
    assert.equal(await accepts(forged(["bank.example"], []), authority, "bank.example"), false);
    assert.equal(await accepts(forged([], ["192.168.7.7"]), authority, "192.168.7.7"), true);
    assert.equal(await accepts(forged([], ["8.8.8.8"]), authority, "8.8.8.8"), false);
  }));

Deno.test("[SE5] keys of the certificate are private files", () =>
  withFolder((folder) => {
    ensureBoxCertificate(folder, OWN, NOW_MS);
    for (const { name } of Deno.readDirSync(folder)) {
      assert.equal((Deno.statSync(`${folder}/${name}`).mode ?? 0) & 0o777, 0o600, name);
    }
    assert.equal((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("[SE1] the certificate is renewed before its end, and no device has to trust anew", () =>
  withFolder((folder) => {
    const first = ensureBoxCertificate(folder, OWN, NOW_MS);
    const days = (first.endsMs - NOW_MS) / DAY_MS;
    assert.ok(days > 390 && days < 398, `${days} days: tablets refuse more than 398`);
    assert.deepEqual(ensureBoxCertificate(folder, OWN, NOW_MS + 300 * DAY_MS), first);
    const renewed = ensureBoxCertificate(folder, OWN, first.endsMs - 59 * DAY_MS);
    assert.ok(renewed.endsMs > first.endsMs + 300 * DAY_MS);
    assert.equal(renewed.fingerprint, first.fingerprint);
    assert.equal(renewed.authorityPem, first.authorityPem);
  }));

Deno.test("[SE1] another address gets another certificate of the same authority, another name a new authority", () =>
  withFolder((folder) => {
    const first = ensureBoxCertificate(folder, OWN, NOW_MS);
    const moved = ensureBoxCertificate(folder, { ...OWN, addresses: ["10.1.2.9"] }, NOW_MS);
    assert.match(serverNames(moved), /10\.1\.2\.9/);
    assert.equal(moved.fingerprint, first.fingerprint);
    const renamed = ensureBoxCertificate(folder, { names: ["ward"], addresses: [] }, NOW_MS);
    assert.match(serverNames(renamed), /^DNS:ward, DNS:localhost/);
    assert.notEqual(renamed.fingerprint, first.fingerprint);
    const nameless = ensureBoxCertificate(folder, { names: [], addresses: [] }, NOW_MS);
    assert.match(serverNames(nameless), /^DNS:localhost/);
  }));

Deno.test("[SE1] a damaged or exchanged file is made anew instead of stopping the start", () =>
  withFolder(async (folder) => {
    const first = ensureBoxCertificate(folder, OWN, NOW_MS);
    for (const name of ["tls.pem", "tls_key.pem", "tls_names.json"]) {
      Deno.writeTextFileSync(`${folder}/${name}`, "damaged");
      const again = ensureBoxCertificate(folder, OWN, NOW_MS);
      assert.equal(await accepts(again, again.authorityPem ?? "", "surgery"), true, name);
    }
    Deno.copyFileSync(`${folder}/tls_key.pem`, `${folder}/tls_authority_key.pem`);
    const fresh = ensureBoxCertificate(folder, OWN, NOW_MS);
    assert.notEqual(fresh.fingerprint, first.fingerprint);
    assert.equal(await accepts(fresh, fresh.authorityPem ?? "", "surgery"), true);
  }));

Deno.test("[SE1] the practice's own certificate is used as it is, and a wrong one is said in a sentence", () =>
  withFolder((folder) => {
    ensureBoxCertificate(folder, OWN, NOW_MS);
    const paths = {
      TLS_CERT: `${folder}/tls.pem`,
      TLS_KEY: `${folder}/tls_key.pem`,
      DATA_DIR: folder,
    };
    const own = certificateOf(paths, OWN, NOW_MS);
    assert.ok(own.ok);
    assert.equal(own.certificate.authorityPem, null);
    assert.equal(own.certificate.certPem, Deno.readTextFileSync(paths.TLS_CERT));
    const words = (change: Partial<typeof paths>, nowMs = NOW_MS) => {
      const outcome = certificateOf({ ...paths, ...change }, OWN, nowMs);
      return outcome.ok ? "" : outcome.words;
    };
    assert.match(words({ TLS_KEY: `${folder}/tls_authority_key.pem` }), /the key is not the cert/);
    assert.match(words({ TLS_CERT: `${folder}/none.pem` }), /^Cannot share with TLS_CERT=/);
    assert.match(words({ TLS_CERT: `${folder}/tls_names.json` }), /^Cannot share with TLS_CERT=/);
    assert.match(words({}, own.certificate.endsMs + 1), /it ended on \d{4}-\d\d-\d\d\.$/);
  }));

Deno.test("[SE1] plain http on the encrypted port leads a browser on, and does nothing else", () => {
  const get = plainHttpAnswer("GET /people?x=1 HTTP/1.1\r\nHost: surgery:8000\r\n\r\n");
  assert.match(get, /^HTTP\/1\.1 308 /);
  assert.match(get, /\r\nLocation: https:\/\/surgery:8000\/people\?x=1\r\n/);
  const post = plainHttpAnswer("POST /login HTTP/1.1\r\nHost: surgery:8000\r\n\r\npin=1");
  assert.match(post, /^HTTP\/1\.1 400 [\s\S]*https:\/\/surgery:8000\/\n$/);
  for (
    const head of [
      "",
      "\0\0\0",
      "GET / HTTP/1.1\r\n\r\n",
      "GET http://x/ HTTP/1.1\r\nHost: a b\r\n\r\n",
    ]
  ) {
    assert.match(plainHttpAnswer(head), /^HTTP\/1\.1 400 /, JSON.stringify(head));
  }
  const split = plainHttpAnswer("GET /\r\nX: y HTTP/1.1\r\nHost: a\rSet-Cookie: x\r\n\r\n");
  assert.doesNotMatch(split, /Set-Cookie|X: y/);
});

async function withFront(
  run: (
    front: { port: number; authority: string; clock: ReturnType<typeof manualClock> },
  ) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const { authorityPem, certPem, keyPem } = ensureBoxCertificate(folder, OWN, NOW_MS);
    const clock = manualClock();
    const front = openTlsFront({
      hostname: "0.0.0.0",
      port: 0,
      certPem,
      keyPem,
      clock,
      handler: (request, { remoteAddr }) =>
        Response.json({ url: request.url, peer: "hostname" in remoteAddr ? remoteAddr : null }),
    });
    try {
      await run({ port: front.port, authority: authorityPem ?? "", clock });
    } finally {
      await front.shutdown();
    }
  });
}

Deno.test("[SE1] behind the front a request says who really asked, on which address", () =>
  withFront(async ({ port, authority }) => {
    using client = Deno.createHttpClient({ caCerts: [authority] });
    // Deno's own option, which the DOM's types lack.
    const trusting: RequestInit & { client: Deno.HttpClient } = { client };
    const response = await fetch(`https://localhost:${port}/x`, trusting);
    const { url, peer } = await response.json();
    assert.equal(url, `https://localhost:${port}/x`);
    assert.equal(peer.hostname, "127.0.0.1");
    const plain = await fetch(`http://127.0.0.1:${port}/x`, { redirect: "manual" });
    assert.equal(plain.status, 308);
    assert.equal(plain.headers.get("location"), `https://127.0.0.1:${port}/x`);
    await plain.body?.cancel();
  }));

Deno.test({
  name: "[SE1] the server behind the front answers nobody who did not come through it",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFront(async ({ authority }) => {
      const listening = (await Deno.readTextFile("/proc/net/tcp")).matchAll(
        / 0200007F:([0-9A-F]{4}) 00000000:0000 0A/g,
      );
      const ports = [...listening].map(([, port = ""]) => parseInt(port, 16));
      assert.ok(ports.length > 0, "the inner server was not found");
      const statuses: number[] = [];
      for (const port of ports) {
        const connection = await Deno.connect({ hostname: INNER_HOST, port });
        const tls = await Deno.startTls(connection, {
          hostname: "localhost",
          caCerts: [authority],
        });
        // Another test's server is not ours to judge: it shows another certificate.
        const isOurs = await tls.handshake().then(() => true, () => false);
        if (isOurs) {
          await tls.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
          const bytes = new Uint8Array(100);
          const count = await tls.read(bytes) ?? 0;
          statuses.push(Number(new TextDecoder().decode(bytes.subarray(0, count)).split(" ")[1]));
        }
        tls.close();
      }
      assert.deepEqual(statuses, [403]);
    }),
});

Deno.test("[SE4] who connects and says nothing is let go after ten seconds", () =>
  withFront(async ({ port, clock }) => {
    using silent = await Deno.connect({ hostname: "127.0.0.1", port });
    using served = await Deno.connect({ hostname: "127.0.0.1", port });
    // Answered, so that the front has certainly taken the one before.
    await served.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    assert.ok(await served.read(new Uint8Array(10)));
    clock.advance(10_000);
    assert.equal(await silent.read(new Uint8Array(1)), null);
  }));
