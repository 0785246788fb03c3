/** Self-signed certificates made on the spot: Node signs but does not issue, so the DER is ours. */
import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

/** What a test wants in its certificate. */
interface CertificateRequest {
  readonly commonName?: string;
  readonly domains?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Private key to certify, a P-256 one; made when left out. */
  readonly key?: KeyObject;
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
const year = 365 * 24 * 3600 * 1000;

/** A P-256 private key. */
export function makeKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** Issues a self-signed certificate. */
export function makeCertificate(request: CertificateRequest = {}): CertificatePair {
  const key = request.key ?? makeKey();
  const algorithm = sequence(oid(ecdsaWithSha256));
  const name = subjectName(request.commonName ?? "test");
  const now = Date.now();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(
      time(request.notBefore ?? new Date(now - 60_000)),
      time(request.notAfter ?? new Date(now + year)),
    ),
    name,
    createPublicKey(key).export({ type: "spki", format: "der" }),
    ...alternativeNames(request.domains ?? []),
  );
  const signature = bitString(sign("sha256", body, key));
  const certificate = pem("CERTIFICATE", sequence(body, algorithm, signature));
  return { certificate, privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(), key };
}

/** DER as PEM text with lines of `width` characters. */
export function pem(label: string, content: Buffer, width = 64): string {
  const lines = content.toString("base64").match(new RegExp(`.{1,${width}}`, "g")) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

function alternativeNames(domains: readonly string[]): Buffer[] {
  if (domains.length === 0) return [];
  const names = sequence(...domains.map((domain) => der(0x82, Buffer.from(domain))));
  return [der(0xa3, sequence(sequence(oid(alternativeNamesOid), der(0x04, names))))];
}

function subjectName(commonName: string): Buffer {
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
