import { z } from "zod";
import { holdsPrivateKey } from "../../contract/values/pem.ts";
import { sha256 } from "../access/hash.ts";
import { type Answer, created, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { references } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { loadBalancers } from "./load-balancer.ts";

export interface Certificate {
  readonly name: string;
  readonly certificate: string;
  readonly certificate_chain: string | null;
  // spec 2.9: the private key is a secret; the file holds it only while traffic is carried.
  readonly private_key_sha256: string;
}

const NewCertificate = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.9: Certificate: name"),
    private_key: stated(pem("PRIVATE KEY"), "2.9: private_key", "2.9: PEM text"),
    certificate: stated(publicPem(), "2.9: Certificate: … certificate,", "2.9: PEM text"),
    certificate_chain: stated(
      publicPem().nullable().default(null),
      "2.9: certificate_chain (all strings",
      "2.9: PEM text",
    ),
  }),
);

/** TLS certificates (spec 2.9). */
export const certificates = defineKind({
  ...references.certificate,
  record: shape<Certificate>(),
  view: ({ id, name, certificate, certificate_chain }, world) => ({
    id,
    name,
    ...(world.choice("certificates.answer") === "pem"
      ? { certificate, certificate_chain }
      : { fingerprint: sha256(certificate) }),
  }),
  serve: (self) => ({
    list: listing(self),
    create: createCertificate,
    get: reading(self),
    delete: deleteCertificate,
  }),
});

function createCertificate({ world, body }: Call): Answer {
  const { private_key, ...given } = body(NewCertificate, "certificate was not created");
  refuseTakenName(world, certificates, given);
  const private_key_sha256 = sha256(private_key);
  if (world.settings.traffic) world.privateKeys.keep(private_key_sha256, private_key);
  const certificate = world.objects.insert(certificates, { ...given, private_key_sha256 });
  return created(certificates.view(certificate, world));
}

function deleteCertificate({ world, target }: Call): Answer {
  const certificate = world.require(certificates, target);
  const user = world.account
    .list(loadBalancers)
    .find((balancer) => balancer.forwarding_rules.some((rule) => rule.certificate_id === target));
  const by = "platform.certificatesInUse";
  if (user !== undefined && world.assumptions[by]) {
    throw world.refusal(
      "conflict",
      by,
      `certificate "${target}" was not deleted: load balancer "${user.id}" uses it`,
    );
  }
  world.objects.remove(certificates, certificate.id);
  forgetKey(world, certificate);
  return removed;
}

/** A renewed certificate may have the same key. */
function forgetKey(world: World, { private_key_sha256: hash }: Certificate): void {
  const others = world.account.where(certificates, "private_key_sha256", hash);
  if (others.length === 0) world.privateKeys.forget(hash);
}

function pem(label: string) {
  return z
    .string()
    .regex(new RegExp(`-----BEGIN [A-Z ]*${label}-----`), `not PEM text of a ${label}`);
}

/** What answers show: many programs write a key and its certificates into one file (spec 2.9: the key is a secret). */
function publicPem() {
  return pem("CERTIFICATE").refine((text) => !holdsPrivateKey(text), {
    error: "it holds a private key, which belongs into private_key alone",
  });
}
