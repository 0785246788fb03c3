import type { KeyObject } from "node:crypto";
import { Certificate } from "../../resources/index.ts";
import { readCertificate } from "../facts/certificates.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";

/** Curves of 256 bits or more, as OpenSSL calls them. */
const strongCurves = new Set(["prime256v1", "secp384r1", "secp521r1"]);

export const certificateKeyStrength = resourceRule(
  {
    name: "certificate-key-strength",
    topic: "network",
    severity: "high",
    level: "advisory",
    about: "Keys of certificates are RSA of enough bits, or on P-256 or a larger curve.",
    fix: "Issue the certificate for a stronger key.",
    settings: { minRsaBits: integer("Fewest bits of an RSA key.", 2048) },
  },
  (on) => [
    on(Certificate, ({ properties }, { minRsaBits }) => {
      const key = readCertificate(properties.certificate)?.publicKey;
      return key === undefined ? [] : weaknesses(key, minRsaBits);
    }),
  ],
);

function weaknesses(key: KeyObject, minRsaBits: number): readonly string[] {
  const { modulusLength, namedCurve = "unnamed" } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) {
    if (modulusLength >= minRsaBits) return [];
    return [`its key has ${modulusLength} bits, and minRsaBits is ${minRsaBits}`];
  }
  if (key.asymmetricKeyType !== "ec" || strongCurves.has(namedCurve)) return [];
  return [`its key is on the curve ${namedCurve}, and the smallest allowed is P-256`];
}
