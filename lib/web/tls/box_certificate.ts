import { createHash, createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { privateFolder, replaceFile } from "@/lib/record/private_files.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";
import { isPrivateAddress } from "@/lib/web/private_address.ts";
import { issueCertificate } from "@/lib/web/tls/issue_certificate.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A device trusts the authority once; it should not have to again while the box lives. */
const AUTHORITY_DAYS = 10 * 365;

/** Tablets refuse a server's certificate that is valid for much longer than a year. */
const SERVER_DAYS = 397;

/** Renewed at the first start within this time before the end. */
const RENEW_BEFORE_DAYS = 60;

/** Clocks of tablets may be behind. */
const BACKDATE_MS = DAY_MS;

/**
 * What the authority may vouch for besides the box's names: addresses that no router of the
 * internet carries. Were its key stolen, it could not speak for a bank.
 */
const ONLY_RANGES = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1/128",
  "fc00::/7",
];

/** The certificate that a shared box shows, and what a device has to trust for it. */
export interface BoxCertificate {
  /** The server's certificate, followed by its authority's. */
  readonly certPem: string;
  readonly keyPem: string;
  /** Null when the practice brought its own certificate. */
  readonly authorityPem: string | null;
  /** SHA-256 of the authority's certificate, or of the practice's own; pairs with colons. */
  readonly fingerprint: string;
  readonly endsMs: number;
}

/** The server's certificate of a box that made its own. */
export function boxCertificatePath(dataDir: string): string {
  return join(dataDir, "keys", "tls.pem");
}

interface Issued {
  readonly certPem: string;
  readonly keyPem: string;
}

/** Which names the files were made for; a new one needs a new certificate. */
const madeFor = z.strictObject({
  authorityNames: z.array(z.string()),
  names: z.array(z.string()),
  addresses: z.array(z.string()),
});
type MadeFor = z.infer<typeof madeFor>;

/**
 * The box's own certificate, made at the first call and renewed when it nears its end or when the
 * box has another name or address. It is signed by an authority of the box's own, which devices
 * trust; that one is made anew only when the box's name changes. Keys are private files (0600).
 */
export function ensureBoxCertificate(
  keysFolder: string,
  own: OwnNames,
  nowMs: number,
): BoxCertificate {
  privateFolder(keysFolder);
  const path = (name: string) => join(keysFolder, name);
  const wanted: MadeFor = {
    authorityNames: [...own.names, "localhost"],
    names: [...own.names, "localhost"],
    addresses: ["127.0.0.1", "::1", ...own.addresses.filter(isPrivateAddress)],
  };
  const known = readMadeFor(path("tls_names.json"));
  const read = (name: string) => readIssued(path(`${name}.pem`), path(`${name}_key.pem`));
  const write = (name: string, { certPem, keyPem }: Issued) => {
    replaceFile(path(`${name}_key.pem`), keyPem);
    replaceFile(path(`${name}.pem`), certPem);
  };

  let authority = read("tls_authority");
  const authorityFits = known !== null && isSame(known.authorityNames, wanted.authorityNames);
  const isNew = authority === null || !authorityFits || isEnding(authority, nowMs, SERVER_DAYS);
  if (authority === null || isNew) {
    authority = newAuthority(wanted.authorityNames, nowMs);
    write("tls_authority", authority);
  }
  let server = read("tls");
  const serverFits = known !== null && isSame(known.names, wanted.names) &&
    isSame(known.addresses, wanted.addresses);
  if (server === null || isNew || !serverFits || isEnding(server, nowMs, RENEW_BEFORE_DAYS)) {
    server = newServer(wanted, authority, nowMs);
    write("tls", server);
  }
  replaceFile(path("tls_names.json"), JSON.stringify(wanted));
  return {
    certPem: server.certPem + authority.certPem,
    keyPem: server.keyPem,
    authorityPem: authority.certPem,
    fingerprint: new X509Certificate(authority.certPem).fingerprint256,
    endsMs: endOf(server),
  };
}

/**
 * The practice's own certificate. Throws with a sentence when the two files do not belong
 * together or cannot be read.
 */
export function readOwnCertificate(certPath: string, keyPath: string): BoxCertificate {
  const certPem = readFileSync(certPath, "utf8");
  const keyPem = readFileSync(keyPath, "utf8");
  const certificate = new X509Certificate(certPem);
  if (!certificate.checkPrivateKey(createPrivateKey(keyPem))) {
    throw new Error("the key is not the certificate's");
  }
  const { fingerprint256 } = certificate;
  return {
    certPem,
    keyPem,
    authorityPem: null,
    fingerprint: fingerprint256,
    endsMs: endOf({ certPem }),
  };
}

function newAuthority(names: readonly string[], nowMs: number): Issued {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // Two boxes, or two authorities of one, must not be one name to a device that trusts both.
  const mark = createHash("sha256").update(privateKey.export({ type: "pkcs8", format: "der" }))
    .digest("hex").slice(0, 8);
  const subject = `Alba on ${names[0]} (${mark})`;
  return {
    keyPem: pemOf(privateKey),
    certPem: issueCertificate({
      subject,
      key: privateKey,
      issuer: { subject, key: privateKey },
      use: { kind: "authority", onlyNames: names, onlyRanges: ONLY_RANGES },
      fromMs: nowMs - BACKDATE_MS,
      untilMs: nowMs + AUTHORITY_DAYS * DAY_MS,
    }),
  };
}

function newServer({ names, addresses }: MadeFor, authority: Issued, nowMs: number): Issued {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    keyPem: pemOf(privateKey),
    certPem: issueCertificate({
      subject: names[0] ?? "localhost",
      key: privateKey,
      issuer: {
        subject: commonNameOf(new X509Certificate(authority.certPem)),
        key: createPrivateKey(authority.keyPem),
      },
      use: { kind: "server", names, addresses },
      fromMs: nowMs - BACKDATE_MS,
      untilMs: nowMs + (SERVER_DAYS - 1) * DAY_MS,
    }),
  };
}

function pemOf(key: ReturnType<typeof createPrivateKey>): string {
  return String(key.export({ type: "pkcs8", format: "pem" }));
}

function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? "";
}

/** Null when either file is missing, damaged, or not the other's: then a new pair is made. */
function readIssued(certPath: string, keyPath: string): Issued | null {
  try {
    const { certPem, keyPem } = readOwnCertificate(certPath, keyPath);
    return { certPem, keyPem };
  } catch {
    return null;
  }
}

function readMadeFor(path: string): MadeFor | null {
  try {
    return madeFor.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function isEnding(issued: Issued, nowMs: number, withinDays: number): boolean {
  return endOf(issued) - nowMs < withinDays * DAY_MS;
}

function endOf({ certPem }: Pick<Issued, "certPem">): number {
  return Date.parse(new X509Certificate(certPem).validTo);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
