import {
  changed,
  created,
  isNameKeyed,
  lookUp,
  one,
  refuseTwin,
  removed,
  unset,
} from "./answer.ts";
import { type Area, type Call, type Need, parameter, type Reply, type Route } from "./call.ts";
import { firewallArea, readPolicy } from "./firewalls.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { type Fields, fieldsOf, type Platform, type Thing, text } from "./store.ts";

const READ: Need = { scope: "networks:read", level: "Read" };
const WRITE: Need = { scope: "networks:write", level: "Write" };

function octets(address: string): number[] {
  return address.split(".").map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 999));
}

/** §2.5: "a CIDR such as <ip>/<prefix>". */
function isCidr(value: string): boolean {
  const [address = "", prefix = ""] = value.split("/");
  const parts = octets(address);
  return (
    parts.length === 4 &&
    parts.every((part) => part <= 255) &&
    /^\d{1,2}$/.test(prefix) &&
    Number(prefix) <= 32
  );
}

/** Some platforms keep the address of the network and not the gateway's. */
function spelled(platform: Platform, cidr: string): string {
  if (platform.choices.cidrSpelling === "asGiven" || !isCidr(cidr)) return cidr;
  const [address = "", prefix = "32"] = cidr.split("/");
  const number = octets(address).reduce((sum, part) => sum * 256 + part, 0);
  const size = 2 ** (32 - Number(prefix));
  const base = Math.floor(number / size) * size;
  const parts = [24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256);
  return `${parts.join(".")}/${prefix}`;
}

function view(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const config: Fields = { ...fieldsOf(thing.fields["config"]) };
  const cidr = text(config["ipv4.address"]);
  if (cidr !== "") config["ipv4.address"] = spelled(platform, cidr);
  if (choices.networkAdds)
    Object.assign(config, { "ipv4.nat": "true", "ipv6.address": "fd42:1:2:3::1/64", ...config });
  const description = unset(choices, "description", thing.fields["description"]);
  if (choices.networkBody === "config")
    return { ...description, config, status: choices.words.networkReady, type: "bridge" };
  const { "ipv4.address": ipv4, ...others } = config;
  return {
    ...description,
    ...unset(choices, "ipv4_address", ipv4),
    options: others,
    status: choices.words.networkReady,
  };
}

const NETWORK: Area = {
  kind: "network",
  singular: "network",
  plural: "networks",
  label: "network",
  view,
  brief: ["description"],
};

function readConfig(form: Form): Fields | undefined {
  const config = form.object("config");
  for (const [key, value] of Object.entries(config ?? {})) {
    // §2.5: "object of string keys"; the one value shown is a string.
    if (typeof value !== "string") form.problem(`config.${key} must be a string`);
    else if (key === "ipv4.address" && value !== "auto" && value !== "none" && !isCidr(value))
      form.problem(`config.${key} must be a CIDR`);
  }
  return config;
}

function createNetwork(call: Call): Reply {
  const { platform } = call;
  const form = new Form(call, "network");
  const name = form.name();
  const description = form.text("description");
  const config = { ...readConfig(form) };
  form.strict();
  form.done();
  refuseTwin(call, NETWORK, { name });
  const asked = text(config["ipv4.address"]);
  if (asked === "" || asked === "auto")
    config["ipv4.address"] =
      `10.${platform.dice.integer(1, 254)}.${platform.dice.integer(0, 254)}.1/24`;
  const fields: Fields = { config, ...(description === undefined ? {} : { description }) };
  return created(call, NETWORK, {
    thing: platform.add({ kind: "network", organization: call.organization, name, fields }),
  });
}

function updateNetwork(call: Call): Reply {
  const thing = lookUp(call, NETWORK, parameter(call, "key"));
  const form = new Form(call, "network");
  const name = form.text("name");
  const description = form.text("description");
  const config = readConfig(form);
  form.strict();
  if (name !== undefined && name !== thing.name && isNameKeyed(call.platform, "network"))
    form.problem("name cannot be changed");
  form.done();
  if (name !== undefined) thing.name = name;
  if (description !== undefined) thing.fields["description"] = description;
  if (config !== undefined)
    thing.fields["config"] = { ...fieldsOf(thing.fields["config"]), ...config };
  return changed(call, NETWORK, { thing });
}

function createFirewall(call: Call): Reply {
  const policy = readPolicy(call);
  refuseTwin(call, firewallArea, { name: policy.name });
  return created(call, firewallArea, {
    thing: call.platform.add({ kind: "firewall", organization: call.organization, ...policy }),
  });
}

function updateFirewall(call: Call): Reply {
  const thing = lookUp(call, firewallArea, parameter(call, "key"));
  const policy = readPolicy(call, thing);
  if (!isNameKeyed(call.platform, "firewall")) thing.name = policy.name;
  thing.fields = policy.fields;
  return changed(call, firewallArea, { thing });
}

function restRoutes(
  platform: Platform,
  area: Area,
  part: { base: string; update: (call: Call) => Reply },
): Route[] {
  const { base } = part;
  const of = (call: Call): Thing => lookUp(call, area, parameter(call, "key"));
  return [
    {
      method: "GET",
      path: base,
      need: READ,
      run: (call) => listed(call, area, call.platform.of(area.kind, call.organization)),
    },
    ...open(
      platform,
      { name: `${area.kind}.get`, base },
      { need: READ, run: (call) => one(call, area, of(call)) },
    ),
    ...open(platform, { name: `${area.kind}.update`, base }, { need: WRITE, run: part.update }),
    ...open(
      platform,
      { name: `${area.kind}.remove`, base },
      { need: WRITE, run: (call) => removed(call, area, of(call)) },
    ),
  ];
}

export function networkRoutes(platform: Platform): Route[] {
  return [
    { method: "POST", path: "/api/v1/networks", need: WRITE, run: createNetwork },
    ...restRoutes(platform, NETWORK, { base: "/api/v1/networks", update: updateNetwork }),
    { method: "POST", path: "/api/v1/firewalls", need: WRITE, run: createFirewall },
    ...restRoutes(platform, firewallArea, { base: "/api/v1/firewalls", update: updateFirewall }),
  ];
}
