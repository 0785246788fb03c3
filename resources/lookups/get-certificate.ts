import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { describeCertificate } from "../../contract/values/pem.ts";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetCertificateOutputArgs } from "../_arguments.ts";
import type { Certificate } from "../network/certificate.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getCertificate}: `id` or `name`. */
export interface GetCertificateArgs {
  /** Id of the certificate; the twin also takes the `Certificate`. */
  id?: IdOf<Certificate> | undefined;
  /** Name of the certificate. */
  name?: string | undefined;
}

/** What {@link getCertificate} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetCertificateResult {
  id?: string;
  name?: string;
  /** SHA-256 of the certificate, where an answer shows it whole. */
  fingerprint?: string;
  /** When it expires (RFC 3339). */
  notAfter?: string;
  /** Names that it is for. */
  domains?: string[];
}

const shape = z.object({
  id: z.string(),
  name: z.string(),
  fingerprint: z.string(),
  notAfter: z.string(),
  domains: z.array(z.string()),
});

/** See {@link getCertificate}. */
export const certificateLookup = defineLookup({
  area: "network",
  name: "getCertificate",
  kind: "certificate",
  verb: "list",
  by: ["id", "name"],
  interpret: ({ certificate: pem }) => describeCertificate(String(pem)) ?? {},
  shape,
});

/** Finds a certificate by its id or name, in the list of all (spec 4.2). */
export async function getCertificate(
  args: GetCertificateArgs,
  opts?: LookupOptions,
): Promise<GetCertificateResult> {
  return lookUpOne(certificateLookup, args, opts);
}

/** The twin of {@link getCertificate} for arguments that are not known yet. */
export function getCertificateOutput(
  args: GetCertificateOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetCertificateResult> {
  return lookUpOneOutput(certificateLookup, args, opts);
}
