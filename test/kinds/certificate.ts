import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { label, record } from "../support/arbitraries.ts";
import { makeCertificate, pem as pemOf } from "../support/certificate.ts";
import type { KindExample } from "../support/kind-example.ts";

const { certificate: pem, privateKey } = makeCertificate({ domains: ["shop.example"] });
const renewed = makeCertificate({ domains: ["shop.example"] });
const [authority, newAuthority] = [makeCertificate(), makeCertificate()];
const pairs = [
  makeCertificate({ domains: ["shop.example"] }),
  makeCertificate({ commonName: "api" }),
];
const wrapped = (text: string) =>
  fc
    .integer({ min: 20, max: 90 })
    .map((width) => pemOf("CERTIFICATE", new X509Certificate(text).raw, width));

export const certificate: KindExample = {
  type: "network:Certificate",
  sample: { name: "shop", privateKey, certificate: pem, certificateChain: authority.certificate },
  other: {
    name: "other",
    privateKey: renewed.privateKey,
    certificate: renewed.certificate,
    certificateChain: newAuthority.certificate,
  },
  arbitrary: () =>
    fc.constantFrom(...pairs).chain(({ certificate, privateKey }) =>
      record(
        {
          name: label,
          privateKey: fc.constant(privateKey),
          certificate: wrapped(certificate),
          certificateChain: wrapped(authority.certificate),
        },
        ["privateKey", "certificate"],
      ),
    ),
  creation: {
    call: "POST /v1/certificates",
    body: {
      name: "shop",
      private_key: privateKey,
      certificate: pem,
      certificate_chain: authority.certificate,
    },
    id: "cert_1",
    answer: { id: "cert_1" },
  },
  fields: {
    specified: ["name", "private_key", "certificate", "certificate_chain"],
    elsewhere: [],
  },
};
