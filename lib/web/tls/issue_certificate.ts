import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import { Buffer } from "node:buffer";
import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

/** ecdsa-with-SHA256 (RFC 5758 §3.2), which takes no parameters. */
const SIGNATURE_ALGORITHM = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
const SERIAL_BYTES = 16;

/** What a certificate is for. */
export type CertificateUse =
  | {
    readonly kind: "authority";
    /** The only names and address ranges (`address/mask`) that it may vouch for. */
    readonly onlyNames: readonly string[];
    readonly onlyRanges: readonly string[];
  }
  | {
    readonly kind: "server";
    readonly names: readonly string[];
    readonly addresses: readonly string[];
  };

export interface CertificateRequest {
  readonly subject: string;
  /** P-256; for the public part a private key will do. */
  readonly key: KeyObject;
  readonly issuer: { readonly subject: string; readonly key: KeyObject };
  readonly use: CertificateUse;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Issues an X.509 v3 certificate (RFC 5280) over ECDSA with P-256 and returns it as PEM. */
export function issueCertificate(request: CertificateRequest): string {
  const { subject, key, issuer, use, fromMs, untilMs } = request;
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: signatureAlgorithm(),
    issuer: nameOf(issuer.subject),
    validity: new Validity({ notBefore: new Date(fromMs), notAfter: new Date(untilMs) }),
    subject: nameOf(subject),
    subjectPublicKeyInfo: publicKeyInfo(key),
    extensions: new Extensions([
      ...extensionsOf(use),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyId(key))),
      extension(
        id_ce_authorityKeyIdentifier,
        false,
        new AuthorityKeyIdentifier({ keyIdentifier: new SubjectKeyIdentifier(keyId(issuer.key)) }),
      ),
    ]),
  });
  const signed = new Certificate({
    tbsCertificate,
    signatureAlgorithm: signatureAlgorithm(),
    signatureValue: bytes(sign("sha256", der(tbsCertificate), issuer.key)),
  });
  const lines = der(signed).toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function extensionsOf(use: CertificateUse): Extension[] {
  switch (use.kind) {
    case "authority":
      return [
        extension(
          id_ce_basicConstraints,
          true,
          new BasicConstraints({ cA: true, pathLenConstraint: 0 }),
        ),
        extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.keyCertSign)),
        extension(
          id_ce_nameConstraints,
          true,
          new NameConstraints({
            permittedSubtrees: new GeneralSubtrees([
              ...use.onlyNames.map((name) => new GeneralName({ dNSName: name })),
              ...use.onlyRanges.map((range) => new GeneralName({ iPAddress: range })),
            ].map((base) => new GeneralSubtree({ base }))),
          }),
        ),
      ];
    case "server":
      return [
        extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
        extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
        extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
        extension(
          id_ce_subjectAltName,
          false,
          new SubjectAlternativeName([
            ...use.names.map((name) => new GeneralName({ dNSName: name })),
            ...use.addresses.map((address) => new GeneralName({ iPAddress: address })),
          ]),
        ),
      ];
  }
}

function extension(id: string, critical: boolean, value: object): Extension {
  const extnValue = new OctetString(bytes(der(value)));
  return new Extension({ extnID: id, critical, extnValue });
}

function signatureAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithm: SIGNATURE_ALGORITHM });
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName });
  return new Name([
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })]),
  ]);
}

/** A positive number that was never used before: RFC 5280 §4.1.2.2 wants both. */
function serialNumber(): ArrayBuffer {
  const serial = randomBytes(SERIAL_BYTES);
  // The first bit is the sign, and the first byte of the shortest form is not zero.
  serial[0] = (serial.readUInt8(0) & 0x7f) | 0x40;
  return bytes(serial);
}

function publicKeyInfo(key: KeyObject): SubjectPublicKeyInfo {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  const spki = publicKey.export({ type: "spki", format: "der" });
  return AsnConvert.parse(bytes(spki), SubjectPublicKeyInfo);
}

/** Method 1 of RFC 7093: the leftmost 160 bits of the key's SHA-256. */
function keyId(key: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = publicKeyInfo(key);
  const digest = createHash("sha256").update(Buffer.from(subjectPublicKey)).digest();
  return bytes(digest.subarray(0, 20));
}

function der(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value));
}

/** A buffer of its own: Node's small buffers share one, of which the library would take all. */
function bytes(buffer: Uint8Array): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}
