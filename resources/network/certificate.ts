import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { toWire } from "../../contract/naming.ts";
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
import type { Props, SecretText, Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { CertificateArgs } from "../_arguments.ts";

/** Inputs of a {@link Certificate} (spec 2.9). All PEM text; line breaks and order do not matter. */
export interface CertificateInputs {
  /**
   * Name on the platform; `<logical name>-<hash>` unless given. With a name you choose, a new
   * certificate can only be made after the old one is deleted.
   */
  name?: string;
  /** Private key; sent once, kept as a secret. Give this or `privateKeyFrom`. Another key replaces the certificate. */
  privateKey?: string;
  /** Where the private key is read when it is sent, so that no state has it. Give this or `privateKey`. Another place is no change: a certificate has one key. */
  privateKeyFrom?: KeySource;
  /** Certificate of the key. Another certificate replaces this one. */
  certificate: string;
  /** Intermediate certificates. Another set replaces the certificate. */
  certificateChain?: string;
}

/** Where a private key is read, as PEM text: exactly one of the two. */
export interface KeySource {
  /** File that has it; a relative path is one from the program's directory. */
  file?: string;
  /** Environment variable that has it. */
  environment?: string;
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

// Somebody may give the key itself in the place of a name.
const keySource = z
  .strictObject({
    file: z
      .string()
      .refine((file) => /^(?!.*PRIVATE KEY).+$/.test(file), "must be the path of a file")
      .exactOptional(),
    environment: z
      .string()
      .refine((name) => /^[A-Za-z_]\w*$/.test(name), "must be the name of an environment variable")
      .exactOptional(),
  })
  .refine(
    ({ file, environment }) => (file === undefined) !== (environment === undefined),
    "must have exactly one of file and environment",
  );

export const certificate = defineResource<CertificateInputs, CertificateOutputs>()({
  type: "network:Certificate",
  kind: "certificate",
  noun: "certificate",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    privateKey: z.string().min(1).exactOptional(),
    privateKeyFrom: keySource.exactOptional(),
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
    privateKeyFrom: { on: "store", same: () => true },
    certificate: { on: "replace", isWord: true, tell: inWords },
    certificateChain: { on: "replace", isWord: true, tell: marksOf },
  },
  secrets: ["privateKey"],
  gaps: [
    "Paths to list, read and delete a certificate (spec 4 note 4).",
    "Whether one that a load balancer uses can be deleted (spec 2.9).",
  ],
  oneOf: ["privateKey", "privateKeyFrom"],
  validate,
  equivalent: (state, inputs) => [
    ...(hasSameSet(state, inputs) ? ["certificate", "certificateChain"] : []),
    ...(hasKeyElsewhere(state, inputs) ? ["privateKey"] : []),
  ],
  body,
  // Who else uses it is of another stack: within this one, load balancers move or go first.
  prepareDelete: async () => ({ isPrepared: true }),
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
  if (privateKey !== undefined) problems.push(...keyProblems("privateKey", privateKey, inputs));
  problems.push(...sourceProblems(inputs, context));
  if (Date.parse(described.notAfter) <= context.now) {
    problems.push({
      severity: isSameLeaf(context.oldInputs, { certificate: pem }) ? "warning" : "error",
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

/** A value that is sent once is read only for a new certificate: an existing one keeps its key. */
function sourceProblems(
  inputs: Partial<CertificateInputs>,
  { readSecret, oldInputs, given }: CheckContext,
): readonly Problem[] {
  const { privateKeyFrom: source, certificate: pem = "" } = inputs;
  if (source === undefined || readSecret === undefined) return [];
  const secret = readSecret(source);
  if (secret.text !== undefined) return keyProblems(placeIn(source), secret.text, inputs);
  const isSent = given["adopt"] === undefined && !isSameLeaf(oldInputs, { certificate: pem });
  if (!isSent) return [];
  return [{ severity: secret.mayCome ? "warning" : "error", reason: noKey(source, secret) }];
}

function noKey(source: KeySource, { why, mayCome }: Exclude<SecretText, { text: string }>): string {
  const when = mayCome ? "; it has to be there when the certificate is created" : "";
  return `${placeIn(source)} has no key: ${why}${when}`;
}

function placeIn({ file }: KeySource): string {
  return `privateKeyFrom.${file === undefined ? "environment" : "file"}`;
}

/** @throws HostingError where there is no key, or another certificate's. */
function body(inputs: CertificateInputs, session: Session) {
  const { privateKeyFrom: source, ...rest } = inputs;
  if (source === undefined) return toWire(rest);
  const secret = session.readSecret(source);
  const reason =
    secret.text === undefined
      ? noKey(source, secret)
      : keyProblems(placeIn(source), secret.text, inputs)[0]?.reason;
  if (secret.text !== undefined && reason === undefined)
    return toWire({ ...rest, privateKey: secret.text });
  throw new HostingError("input", `${session.subject} was not created: ${reason}.`);
}

function keyProblems(
  field: string,
  privateKey: string,
  { certificate: pem = "", certificateChain = "" }: Partial<CertificateInputs>,
): readonly Problem[] {
  const own = placeOfKey(pem, privateKey);
  if (own === undefined) return [{ reason: notPem(field, privateKey).reason }];
  if (own.at === 0) return [];
  const places = [
    { field: "certificate", ...own },
    { field: "certificateChain", at: -1, of: 0, ...placeOfKey(certificateChain, privateKey) },
  ];
  const found = places.find(({ at }) => at >= 0);
  const reason =
    found === undefined
      ? `${field} does not belong to certificate; use the key it was issued for`
      : `${field} belongs to certificate ${found.at + 1} of ${found.of} in ${found.field}; make that the first one of certificate, before those that issued it`;
  return [{ reason }];
}

function notPem(property: string, text: string): Problem {
  const isEmptyChain = property === "certificateChain" && text.trim() === "";
  const why = isEmptyChain
    ? "is empty; leave it out where there is none"
    : (whyUnreadable(text) ??
      'is not PEM text that can be read; it must hold whole "-----BEGIN …-----" blocks');
  return { property, reason: `${property} ${why}` };
}

function ownName(name: string): string {
  return `certificate "${name}" has a fixed name, so a new one can only be made after it is deleted, which fails while a load balancer uses it; leave name out to rotate without a gap`;
}

function hasSameSet(state: Props, inputs: Props): boolean {
  const before = allFingerprints(state);
  return before !== undefined && before === allFingerprints(inputs);
}

/** Where a key is named by its place before or after, its certificate tells which one it is. */
function hasKeyElsewhere(state: Props, inputs: Props): boolean {
  const isNamed = [state, inputs].some(({ privateKeyFrom }) => privateKeyFrom !== undefined);
  return isNamed && isSameLeaf(state, inputs);
}

/** Text that is wrapped in another way is no new certificate. */
function isSameLeaf({ certificate: before }: Props, { certificate: after }: Props): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  const { fingerprint } = describeCertificate(before) ?? {};
  return fingerprint !== undefined && fingerprint === describeCertificate(after)?.fingerprint;
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
