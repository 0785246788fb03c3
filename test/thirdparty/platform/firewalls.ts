import { unset } from "./answer.ts";
import type { Area, Call } from "./call.ts";
import { Form } from "./form.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  type Platform,
  type Thing,
  text,
} from "./store.ts";

/** §4 "Not shown 2": the payload. These are the words a platform may expect for "inbound and outbound rules" (§2.5). */
const INBOUND = ["inbound", "inbound_rules", "ingress", "ingress_rules"];
const OUTBOUND = ["outbound", "outbound_rules", "egress", "egress_rules"];

function ruleView(platform: Platform, rule: unknown): Fields {
  const fields = { ...fieldsOf(rule) };
  const protocol = text(fields["protocol"]);
  if (protocol !== "" && platform.choices.protocolSpelling === "upper")
    fields["protocol"] = protocol.toUpperCase();
  if (platform.choices.extras === "none") delete fields["id"];
  return fields;
}

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const inbound = listOf(thing.fields["inbound"]).map((rule) => ruleView(platform, rule));
  const outbound = listOf(thing.fields["outbound"]).map((rule) => ruleView(platform, rule));
  const description = unset(choices, "description", thing.fields["description"]);
  if (choices.firewallKeys === "inbound") return { ...description, inbound, outbound };
  return { ...description, inbound_rules: inbound, outbound_rules: outbound };
}

export const firewallArea: Area = {
  kind: "firewall",
  singular: "firewall",
  plural: "firewalls",
  label: "firewall policy",
  view,
  brief: ["description"],
};

/** A lenient platform takes what it recognizes; a strict one wants its own words. */
function accepted(call: Call): {
  inbound: readonly string[];
  outbound: readonly string[];
  rules: boolean;
} {
  const { firewallKeys, firewallReading } = call.platform.choices;
  if (firewallReading === "lenient") return { inbound: INBOUND, outbound: OUTBOUND, rules: true };
  const isPlain = firewallKeys === "inbound";
  return {
    inbound: [isPlain ? "inbound" : "inbound_rules"],
    outbound: [isPlain ? "outbound" : "outbound_rules"],
    rules: false,
  };
}

/** A strict platform refuses the words of others; to drop the rules silently would open the door. */
function refuseOtherWords(call: Call, form: Form, keys: ReturnType<typeof accepted>): void {
  const known = [...keys.inbound, ...keys.outbound, ...(keys.rules ? ["rules"] : [])];
  for (const key of [...INBOUND, ...OUTBOUND, "rules"]) {
    if (!known.includes(key) && call.body[key] !== undefined)
      form.problem(`${key} is not a known field`);
  }
}

function directionOf(rule: Fields): string {
  const { direction, ...others } = rule;
  return Object.keys(others).length === 0 ? "" : text(direction).toLowerCase();
}

/** The rules of a body; a list that it does not have is undefined. */
function gathered(call: Call, form: Form): { inbound?: unknown[]; outbound?: unknown[] } {
  const keys = accepted(call);
  const isGiven = (names: readonly string[]) =>
    names.concat(keys.rules ? ["rules"] : []).some((key) => call.body[key] !== undefined);
  const inbound = keys.inbound.flatMap((key) => form.list(key) ?? []);
  const outbound = keys.outbound.flatMap((key) => form.list(key) ?? []);
  for (const rule of (keys.rules ? form.list("rules") : undefined) ?? []) {
    const { direction: _direction, ...others } = fieldsOf(rule);
    const direction = directionOf(fieldsOf(rule));
    if (["inbound", "in", "ingress"].includes(direction)) inbound.push(others);
    else if (["outbound", "out", "egress"].includes(direction)) outbound.push(others);
    else form.problem("a rule needs a direction");
  }
  refuseOtherWords(call, form, keys);
  for (const rule of [...inbound, ...outbound])
    if (!isFields(rule)) form.problem("a rule must be an object");
  return {
    ...(isGiven(keys.inbound) ? { inbound } : {}),
    ...(isGiven(keys.outbound) ? { outbound } : {}),
  };
}

/** A PATCH keeps what its body does not have, a PUT and a creation do not. */
export function readPolicy(call: Call, before?: Thing): { name: string; fields: Fields } {
  const { platform } = call;
  const kept = call.method === "PATCH" ? before : undefined;
  const form = new Form(call, "firewall policy");
  const name = kept === undefined ? form.name() : (form.text("name") ?? kept.name);
  const description = form.text("description");
  const rules = gathered(call, form);
  if (platform.choices.firewallReading === "strict") form.strict();
  form.done();
  const numbered = (list: unknown[] = []): Fields[] =>
    list.map((rule) => ({ id: platform.dice.word(8), ...fieldsOf(rule) }));
  const listed = { inbound: numbered(rules.inbound), outbound: numbered(rules.outbound) };
  return {
    name,
    fields: {
      ...listed,
      ...kept?.fields,
      ...(description === undefined ? {} : { description }),
      ...(rules.inbound === undefined ? {} : { inbound: listed.inbound }),
      ...(rules.outbound === undefined ? {} : { outbound: listed.outbound }),
    },
  };
}
