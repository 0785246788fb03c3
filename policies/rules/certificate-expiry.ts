import { Certificate } from "../../resources/index.ts";
import { readCertificate } from "../facts/certificates.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";

const dayMilliseconds = 86_400_000;

export const certificateExpiry = resourceRule(
  {
    name: "certificate-expiry",
    topic: "network",
    severity: "high",
    level: "advisory",
    about: "Certificates are valid for some time yet.",
    fix: "Renew the certificate and give the new text to the resource; it rotates without a gap.",
    settings: { minDays: integer("Days a certificate must still be valid.", 30) },
  },
  (on) => [
    on(Certificate, ({ properties }, { minDays }, { now }) => {
      const expires = readCertificate(properties.certificate)?.validToDate;
      if (expires === undefined) return [];
      const days = Math.floor((expires.getTime() - now) / dayMilliseconds);
      const when = `certificate expires on ${expires.toISOString().slice(0, 10)}`;
      return days >= minDays ? [] : [`${when}, in ${days} days, and minDays is ${minDays}`];
    }),
  ],
);
