/**
 * Certificates and keys in PEM text, compared by what they hold. Malformed text gives undefined or
 * false; nothing here throws, because such an error would quote the text.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  X509Certificate,
} from "node:crypto";

interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
}

/** The contents of a certificate. */
interface CertificateDescription {
  /** SHA-256 of the certificate, in lower-case hex. */
  readonly fingerprint: string;
  /** RFC 3339, in UTC. */
  readonly notBefore: string;
  /** RFC 3339, in UTC. */
  readonly notAfter: string;
  /** DNS names it is valid for, sorted: its alternative names and its common name. */
  readonly domains: readonly string[];
}

const keyTypes: ReadonlyMap<string, "pkcs8" | "pkcs1" | "sec1"> = new Map([
  ["PRIVATE KEY", "pkcs8"],
  ["RSA PRIVATE KEY", "pkcs1"],
  ["EC PRIVATE KEY", "sec1"],
]);

const boundaryPattern = /^[ \t]*-----(BEGIN|END) ([A-Z0-9 ]+)-----[ \t]*$/gm;
const domainPattern = /^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.){0,127}(?!\d+$)[a-z0-9-]{1,63}$/;

/**
 * SHA-256 of every certificate in the text, sorted and without repeats; undefined when the text is
 * malformed or holds no certificate.
 */
export function fingerprints(pem: string): readonly string[] | undefined {
  const found = parseCertificates(pem);
  return found && [...new Set(found.map(fingerprint))].sort();
}

/** The contents of the first certificate in the text; undefined when there is none. */
export function describeCertificate(pem: string): CertificateDescription | undefined {
  const certificate = parseCertificates(pem)?.[0];
  if (certificate === undefined) return undefined;
  const notBefore = rfc3339(certificate.validFromDate);
  const notAfter = rfc3339(certificate.validToDate);
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const domains = domainsOf(certificate);
  return { fingerprint: fingerprint(certificate), notBefore, notAfter, domains };
}

/** Which of the certificates is the key's, -1 for none of them; undefined when either text is malformed. */
export function placeOfKey(
  certificatePem: string,
  privateKeyPem: string,
): { readonly at: number; readonly of: number } | undefined {
  const certificates = parseCertificates(certificatePem);
  const key = parsePrivateKey(privateKeyPem);
  if (certificates === undefined || key === undefined) return undefined;
  const at = certificates.findIndex((certificate) => certificate.checkPrivateKey(key));
  return { at, of: certificates.length };
}

/** The usual reasons why a PEM text cannot be read, after the name of the place; undefined for any other. */
export function whyUnreadable(pem: string): string | undefined {
  if (pem.includes("\ufeff")) {
    return "has a byte order mark (BOM); save the file as UTF-8 without one";
  }
  if (/-----(?:\\r)?\\n/.test(pem)) {
    return 'has its line breaks written as the two characters \\n; write real ones, as with .replaceAll("\\\\n", "\\n")';
  }
  if (/^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    return "is encrypted with a passphrase; give the key without one, as `openssl pkey -in key.pem` writes it";
  }
  return undefined;
}

/** True where the text contains a private key, even an unreadable one. */
export function holdsPrivateKey(pem: string): boolean {
  return pem.includes("PRIVATE KEY-----");
}

/** True when both hold the same private key, whichever way it is wrapped or encoded. */
export function sameKey(a: string, b: string): boolean {
  if (a === b) return true;
  const left = keyIdentity(a);
  return left !== undefined && left === keyIdentity(b);
}

function keyIdentity(pem: string): string | undefined {
  const key = parsePrivateKey(pem);
  return attempt(() => {
    if (key === undefined) return undefined;
    // The public half names the private one; PKCS#8, PKCS#1 and SEC 1 of one key agree on it only.
    const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
    return createHash("sha256").update(publicKey).digest("hex");
  });
}

function parsePrivateKey(pem: string): KeyObject | undefined {
  const keys = parseBlocks(pem)?.filter(({ label }) => label.endsWith("PRIVATE KEY"));
  const [block, ...others] = keys ?? [];
  const type = keyTypes.get(block?.label ?? "");
  if (block === undefined || type === undefined || others.length > 0) return undefined;
  return attempt(() => createPrivateKey({ key: block.der, format: "der", type }));
}

function parseCertificates(pem: string): readonly X509Certificate[] | undefined {
  const blocks = parseBlocks(pem)?.filter(({ label }) => label === "CERTIFICATE");
  if (blocks === undefined || blocks.length === 0) return undefined;
  return attempt(() => blocks.map(({ der }) => new X509Certificate(der)));
}

/** All blocks of the text; text between them is ignored, as RFC 7468 allows. */
function parseBlocks(pem: string): readonly PemBlock[] | undefined {
  const boundaries = [...pem.matchAll(boundaryPattern)];
  const blocks: PemBlock[] = [];
  for (let index = 0; index < boundaries.length; index += 2) {
    const block = parseBlock(pem, boundaries[index], boundaries[index + 1]);
    if (block === undefined) return undefined;
    blocks.push(block);
  }
  return blocks;
}

function parseBlock(
  pem: string,
  begin: RegExpExecArray | undefined,
  end: RegExpExecArray | undefined,
): PemBlock | undefined {
  const [opening = "", beginKind, label = ""] = begin ?? [];
  const [, endKind, endLabel] = end ?? [];
  if (beginKind !== "BEGIN" || endKind !== "END" || endLabel !== label) return undefined;
  const content = pem.slice((begin?.index ?? 0) + opening.length, end?.index);
  const der = decode(content.replace(/\s/g, ""));
  return der && { label, der };
}

function decode(base64: string): Buffer | undefined {
  const der = Buffer.from(base64, "base64");
  // `Buffer.from` skips what is not base64; only text that comes back the same was all base64.
  return der.length > 0 && der.toString("base64") === base64 ? der : undefined;
}

function fingerprint(certificate: X509Certificate): string {
  return createHash("sha256").update(certificate.raw).digest("hex");
}

function domainsOf(certificate: X509Certificate): readonly string[] {
  // Node quotes a name that has a comma, and escapes the comma, so none can forge another entry.
  const alternatives = (certificate.subjectAltName ?? "").split(", ");
  const subject = (certificate.subject ?? "").split("\n");
  const names = [...entriesOf(alternatives, "DNS:"), ...entriesOf(subject, "CN=")];
  return [...new Set(names.filter((name) => domainPattern.test(name)))].sort();
}

function entriesOf(lines: readonly string[], start: string): readonly string[] {
  return lines
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length).toLowerCase());
}

function rfc3339(date: Date): string | undefined {
  return attempt(() => date.toISOString().replace(".000Z", "Z"));
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
