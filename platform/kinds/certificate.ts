import { z } from "zod";
import { defineKind } from "../world.ts";

const Certificate = z.object({
  name: z.string(),
  certificate: z.string(),
  certificate_chain: z.string().nullable(),
  // spec 2.9: the private key is a secret; the file never holds it.
  private_key_sha256: z.string(),
});

/** TLS certificates (spec 2.9). */
export const certificates = defineKind<z.infer<typeof Certificate>>({
  kind: "certificate",
  noun: "certificate",
  record: Certificate,
  view: ({ id, name, certificate, certificate_chain }) => ({
    id,
    name,
    certificate,
    certificate_chain,
  }),
});
