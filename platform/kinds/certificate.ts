import { z } from "zod";
import { holdsPrivateKey } from "../../contract/values/pem.ts";
import { shape } from "../store/index.ts";
import { type Answer, created, removed } from "./common/answer.ts";
import type { Context } from "./common/context.ts";
import { type Call, listing, reading, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";
import { loadBalancers } from "./load-balancer.ts";

export interface Certificate {
  readonly name: string;
  readonly certificate: string;
  readonly certificate_chain: string | null;
  // spec 2.9: the private key is a secret; the file holds it only while traffic is carried.
  readonly private_key?: string | undefined;
}

function pem(label: string) {
  const begin = new RegExp(`-----BEGIN [A-Z ]*${label}-----`);
  return z.string().regex(begin, `not PEM text of a ${label}`);
}

/** Answers show it, and many programs write a key and its certificates into one file (spec 2.9: the key is a secret). */
const publicPem = pem("CERTIFICATE").refine((text) => !holdsPrivateKey(text), {
  error: "it holds a private key, which belongs into private_key alone",
});

const NewCertificate = z.strictObject({
  name: z.string().min(1),
  private_key: pem("PRIVATE KEY"),
  certificate: publicPem,
  certificate_chain: publicPem.nullable().default(null),
});

/** TLS certificates (spec 2.9). */
export const certificates = serveKind({
  ...references.certificate,
  spec: "2.9",
  record: shape<Certificate>(),
  view: ({ id, name, certificate, certificate_chain }) => {
    return { id, name, certificate, certificate_chain };
  },
  serve: (self) => ({
    list: listing(self),
    create: createCertificate,
    get: reading(self),
    delete: deleteCertificate,
  }),
});

function createCertificate({ context, body }: Call): Answer {
  const { private_key, ...given } = body(NewCertificate, "certificate was not created");
  context.refuseTakenName(certificates, given);
  const kept = context.settings.traffic ? { private_key } : {};
  const certificate = context.objects.insert(certificates, { ...given, ...kept });
  return created(certificates.view(certificate, context));
}

/** Where no traffic is carried, nothing needs the private keys. */
export function forgetPrivateKeys({ account }: Context): void {
  for (const certificate of account.list(certificates)) {
    if (certificate.private_key === undefined) continue;
    account.update(certificates, certificate, { private_key: undefined });
  }
}

function deleteCertificate({ context, target }: Call): Answer {
  const certificate = context.shown(certificates, target);
  const user = context.account
    .list(loadBalancers)
    .find((balancer) => balancer.forwarding_rules.some((rule) => rule.certificate_id === target));
  if (user !== undefined && context.assumptions["platform.certificatesInUse"]) {
    const error = `certificate "${target}" was not deleted: load balancer "${user.id}" uses it`;
    throw context.refusal("conflict", "not shown: platform.certificatesInUse", error);
  }
  context.remove(certificates, certificate);
  return removed;
}
