import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import {
  describeCertificate,
  fingerprints,
  holdsPrivateKey,
  placeOfKey,
  sameKey,
  whyUnreadable,
} from "../../contract/values/pem.ts";
import { isUnknown } from "../../contract/values/unknown.ts";
import {
  type CheckContext,
  defineResource,
  type Problem,
} from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Props } from "../../provider/definition/session.ts";
import type { CertificateArgs } from "../_arguments.ts";

/** Inputs of a {@link Certificate} (spec 2.9). All PEM text; line breaks and order do not matter. */
export interface CertificateInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. With a name of your own a new certificate can only be made after the old one is deleted. */
  name?: string;
  /** Private key; sent once, kept as a secret. Another key replaces the certificate. */
  privateKey: string;
  /** Certificate of the key. Another certificate replaces this one. */
  certificate: string;
  /** Intermediate certificates. Another set replaces the certificate. */
  certificateChain?: string;
}

/** Outputs of a {@link Certificate}, computed from the PEM text. */
export interface CertificateOutputs {
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: string;
  /** When it expires (RFC 3339). */
  notAfter: string;
  /** Domain names it is valid for. */
  domains: string[];
}

export const certificate = defineResource<CertificateInputs, CertificateOutputs>()({
  type: "network:Certificate",
  kind: "certificate",
  noun: "certificate",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    privateKey: z.string().min(1),
    certificate: z.string().min(1),
    certificateChain: z.string().exactOptional(),
  }),
  outputs: z.object({
    fingerprint: z.string(),
    notAfter: z.string(),
    domains: z.array(z.string()),
  }),
  changes: {
    name: { on: "replace", isWord: true },
    privateKey: { on: "replace", same: isSameKey },
    certificate: { on: "replace", isWord: true, tell: inWords },
    certificateChain: { on: "replace", isWord: true, tell: marksOf },
  },
  secrets: ["privateKey"],
  gaps: [
    "Paths to list, read and delete a certificate (spec 4 note 4).",
    "Whether one that a load balancer uses can be deleted (spec 2.9).",
  ],
  validate,
  equivalent: (state, inputs) => {
    const before = allFingerprints(state);
    const same = before !== undefined && before === allFingerprints(inputs);
    return same ? ["certificate", "certificateChain"] : [];
  },
  // Earlier versions took a key among the certificates; `check` refuses it in what is written now.
  isStale: (state) => keysInTheOpen(state).length > 0,
  derive: ({ certificate: pem }) => {
    const { fingerprint, notAfter, domains } = describeCertificate(pem) ?? {};
    return { fingerprint, notAfter, domains };
  },
});

/**
 * A TLS certificate for load balancers. Rotating it creates the new one, moves the balancers that
 * refer to it, and then deletes the old one.
 */
export interface Certificate
  extends pulumi.CustomResource,
    Attributes<CertificateInputs, CertificateOutputs> {}

export const Certificate: ResourceClass<CertificateArgs, Certificate> = resourceClass<
  CertificateInputs,
  CertificateOutputs
>()(certificate);

function validate(inputs: Partial<CertificateInputs>, context: CheckContext): readonly Problem[] {
  const { certificate: pem, privateKey, certificateChain, name } = inputs;
  const problems: Problem[] = [...keysInTheOpen({ ...inputs })];
  if (problems.length > 0) return problems;
  if (certificateChain !== undefined && fingerprints(certificateChain) === undefined) {
    problems.push(notPem("certificateChain", certificateChain));
  }
  if (name !== undefined) {
    problems.push({ property: "name", severity: "warning", reason: ownName(name) });
  }
  if (pem === undefined) return problems;
  const described = describeCertificate(pem);
  if (described === undefined) return [...problems, notPem("certificate", pem)];
  if (privateKey !== undefined) problems.push(...keyProblems(privateKey, inputs));
  if (Date.parse(described.notAfter) <= context.now) {
    problems.push({
      severity: isInUse(described.fingerprint, context.oldInputs) ? "warning" : "error",
      reason: `certificate expired on ${described.notAfter}; use one that is still valid`,
    });
  }
  return problems;
}

/** Many programs write a key and its certificates into one file; of the three texts only the key is kept as a secret. */
function keysInTheOpen(props: Props): readonly Problem[] {
  return ["certificate", "certificateChain"]
    .filter((property) => {
      const text = props[property];
      return typeof text === "string" && holdsPrivateKey(text);
    })
    .map((property) => ({
      property,
      reason: `${property} holds a private key, which would be shown; set it as privateKey alone`,
    }));
}

/** Text that is wrapped in another way is no new certificate. */
function isInUse(fingerprint: string, { certificate: pem }: Props): boolean {
  return typeof pem === "string" && describeCertificate(pem)?.fingerprint === fingerprint;
}

function keyProblems(
  privateKey: string,
  { certificate: pem = "", certificateChain = "" }: Partial<CertificateInputs>,
): readonly Problem[] {
  const own = placeOfKey(pem, privateKey);
  if (own === undefined) return [notPem("privateKey", privateKey)];
  if (own.at === 0) return [];
  const places = [
    { field: "certificate", ...own },
    { field: "certificateChain", at: -1, of: 0, ...placeOfKey(certificateChain, privateKey) },
  ];
  const found = places.find(({ at }) => at >= 0);
  const reason =
    found === undefined
      ? "privateKey does not belong to certificate; use the key it was issued for"
      : `privateKey belongs to certificate ${found.at + 1} of ${found.of} in ${found.field}; make that the first one of certificate, before those that issued it`;
  return [{ reason }];
}

function notPem(property: keyof CertificateInputs, text: string): Problem {
  const isEmptyChain = property === "certificateChain" && text.trim() === "";
  const why = isEmptyChain
    ? "is empty; leave it out where there is none"
    : (whyUnreadable(text) ??
      'is not PEM text that can be read; it must hold whole "-----BEGIN …-----" blocks');
  return { property, reason: `${property} ${why}` };
}

function ownName(name: string): string {
  return `certificate "${name}" has a name of your own, so a new one can only be made after it is deleted, which fails while a load balancer uses it; leave name out to rotate without a gap`;
}

/** Certificate and chain as one set: how the blocks are wrapped, ordered and divided means nothing. */
function allFingerprints({ certificate: pem, certificateChain }: Props): string | undefined {
  if (isUnknown(pem) || isUnknown(certificateChain)) return undefined;
  const texts = [pem, certificateChain].filter((text) => typeof text === "string" && text !== "");
  return fingerprints(texts.join("\n"))?.join(" ");
}

/** Every PEM text begins alike. */
function inWords(pem: unknown): string | undefined {
  const described = typeof pem === "string" ? describeCertificate(pem) : undefined;
  if (described === undefined) return undefined;
  const { domains, notAfter, fingerprint } = described;
  const [domain = "one without a name"] = domains;
  const until = notAfter.slice(0, "2027-01-01".length);
  return `${domain} until ${until} (SHA-256 ${fingerprint.slice(0, markLength)})`;
}

function marksOf(pem: unknown): string | undefined {
  const [first, ...rest] = (typeof pem === "string" && fingerprints(pem)) || [];
  if (first === undefined) return undefined;
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return `SHA-256 ${first.slice(0, markLength)}${more}`;
}

/** Characters of a fingerprint that tell two of them apart. */
const markLength = 12;

function isSameKey(before: unknown, after: unknown): boolean {
  return typeof before === "string" && typeof after === "string" && sameKey(before, after);
}
