import { X509Certificate } from "node:crypto";

/** The first certificate of a PEM text; undefined when there is none that can be read. */
export function readCertificate(pem: unknown): X509Certificate | undefined {
  if (typeof pem !== "string") return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    // The error would quote the text.
    return undefined;
  }
}
