import { created, lookUp, one, refuseTwin, removed, time } from "./answer.ts";
import {
  type Area,
  type Call,
  conflict,
  type Need,
  named,
  parameter,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { type Fields, fieldsOf, listOf, type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "networks:read", level: "Read" };
const WRITE: Need = { scope: "networks:write", level: "Write" };

/** PEM is text that platforms like to set anew. */
function spelled(platform: Platform, pem: string): string {
  const style = platform.choices.pemEcho;
  const lines = pem.trim().split(/\r?\n/);
  if (style === "crlf") return `${lines.join("\r\n")}\r\n`;
  return style === "trimmed" ? lines.join("\n") : pem;
}

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const body: Fields = {
    fingerprint: thing.fields["fingerprint"],
    not_after: time(thing.createdAt + 90 * 86_400_000),
    // §2.9: the key "is sent once and is a secret": it is never shown.
    ...(choices.secretsLater === "masked" ? { private_key: "********" } : {}),
  };
  if (choices.pemEcho === "absent") return body;
  const chain = text(thing.fields["certificate_chain"]);
  return {
    ...body,
    certificate: spelled(platform, text(thing.fields["certificate"])),
    ...(chain === "" ? {} : { certificate_chain: spelled(platform, chain) }),
  };
}

const AREA: Area = {
  kind: "certificate",
  singular: "certificate",
  plural: "certificates",
  label: "certificate",
  view,
  brief: ["fingerprint", "not_after"],
};

function create(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "certificate");
  const name = form.text("name", { required: true }) ?? "";
  const pem: Fields = {
    private_key: form.text("private_key", { required: true }),
    certificate: form.text("certificate", { required: true }),
    // §2.9 has no column "required" here; not every certificate has a chain.
    certificate_chain: form.text("certificate_chain") ?? "",
  };
  for (const [key, value] of Object.entries(pem)) {
    const isPem = text(value) === "" || text(value).includes("-----BEGIN");
    if (!isPem) form.problem(`${key} must be PEM text`);
  }
  form.strict();
  form.done();
  refuseTwin(call, AREA, { name });
  // The private key is not kept at all: nothing can give away what is not there.
  const fields: Fields = {
    certificate: pem["certificate"],
    certificate_chain: pem["certificate_chain"],
    fingerprint: platform.dice.word(40),
  };
  return created(call, AREA, {
    thing: platform.add({ kind: "certificate", organization: call.organization, name, fields }),
  });
}

function isUsed(call: Call, certificate: Thing): boolean {
  return call.platform
    .of("load_balancer", call.organization)
    .some(
      (balancer) =>
        balancer.goneAt === undefined &&
        listOf(balancer.fields["forwarding_rules"]).some(
          (rule) => fieldsOf(rule)["certificate_id"] === certificate.id,
        ),
    );
}

function remove(call: Call): Reply {
  const thing = lookUp(call, AREA, parameter(call, "key"));
  if (call.platform.choices.deleteAttached === "refused" && isUsed(call, thing)) {
    throw conflict(call, `${named("certificate", thing.id)} is used by a load balancer`);
  }
  return removed(call, AREA, thing);
}

export function certificateRoutes(platform: Platform): Route[] {
  const base = "/v1/certificates";
  return [
    { method: "POST", path: base, need: WRITE, run: create },
    ...open(
      platform,
      { name: "certificate.list", base },
      {
        need: READ,
        run: (call) => listed(call, AREA, call.platform.of("certificate", call.organization)),
      },
    ),
    ...open(
      platform,
      { name: "certificate.get", base },
      { need: READ, run: (call) => one(call, AREA, lookUp(call, AREA, parameter(call, "key"))) },
    ),
    ...open(platform, { name: "certificate.remove", base }, { need: WRITE, run: remove }),
  ];
}
