/** Self-signed certificates made on the spot: Node signs but does not issue, so the DER is ours. */
import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { isIPv4 } from "node:net";

/** The wanted contents of a certificate. */
interface CertificateRequest {
  readonly commonName?: string;
  readonly domains?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Private key to certify, a P-256 one; made when left out. */
  readonly key?: KeyObject;
  /** The authority that signs; the certificate signs itself unless given. */
  readonly issuer?: { readonly commonName: string; readonly key: KeyObject };
  /** It may sign others. */
  readonly isAuthority?: boolean;
}

/** A certificate with its private key, both PEM. */
interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
  readonly key: KeyObject;
}

const ecdsaWithSha256 = "2a8648ce3d040302";
const commonNameOid = "550403";
const alternativeNamesOid = "551d11";
const basicConstraintsOid = "551d13";
const year = 365 * 24 * 3600 * 1000;

/** A P-256 private key. */
export function makeKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** Issues a certificate, self-signed unless it has an issuer. */
export function makeCertificate(request: CertificateRequest = {}): CertificatePair {
  const { commonName = "test", key = makeKey(), issuer, isAuthority = false } = request;
  const algorithm = sequence(oid(ecdsaWithSha256));
  const now = Date.now();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer?.commonName ?? commonName),
    sequence(
      time(request.notBefore ?? new Date(now - 60_000)),
      time(request.notAfter ?? new Date(now + year)),
    ),
    distinguishedName(commonName),
    createPublicKey(key).export({ type: "spki", format: "der" }),
    ...extensions(request.domains ?? [], isAuthority),
  );
  const signature = bitString(sign("sha256", body, issuer?.key ?? key));
  const certificate = pem("CERTIFICATE", sequence(body, algorithm, signature));
  const privateKey = key.export({ type: "pkcs8", format: "pem" }).toString();
  return { certificate, privateKey, key };
}

/** DER as PEM text with lines of `width` characters. */
export function pem(label: string, content: Buffer, width = 64): string {
  const lines = content.toString("base64").match(new RegExp(`.{1,${width}}`, "g")) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

function extensions(domains: readonly string[], isAuthority: boolean): Buffer[] {
  const names = sequence(...domains.map(alternativeName));
  const authority = sequence(der(0x01, Buffer.from([0xff])));
  const all = [
    ...(domains.length === 0 ? [] : [sequence(oid(alternativeNamesOid), der(0x04, names))]),
    ...(isAuthority ? [sequence(oid(basicConstraintsOid), der(0x04, authority))] : []),
  ];
  return all.length === 0 ? [] : [der(0xa3, sequence(...all))];
}

/** A host by its name, or by its IPv4 address. */
function alternativeName(host: string): Buffer {
  return isIPv4(host)
    ? der(0x87, Buffer.from(host.split(".").map(Number)))
    : der(0x82, Buffer.from(host));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid(commonNameOid), der(0x0c, Buffer.from(commonName)))));
}

/** GeneralizedTime, second precision. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+/, "").replace(/[-T:]/g, "");
  return der(0x18, Buffer.from(digits));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function bitString(content: Buffer): Buffer {
  return der(0x03, Buffer.from([0]), content);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
