import { z } from "zod";
import { isCidr } from "../../contract/values/address.ts";
import { type Answer, created, type JsonObject } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { fields, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";
import { refuseTakenName } from "../world.ts";

interface Network {
  readonly name: string;
  readonly description: string | null;
  readonly config: JsonObject;
}

const NewNetwork = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.5: Network create: name (string)"),
    description: stated(z.string().nullable().default(null), "2.5: description (string)"),
    config: stated(
      fields({ "ipv4.address": ipv4Address() }).catchall(z.json()).default({}),
      "2.5: config (object of string keys",
    ),
  }),
);

function ipv4Address() {
  const cidr = z
    .string()
    .refine((text) => isCidr(text) && !text.includes(":"), {
      error: "an IPv4 address and prefix like 10.0.0.1/24",
    })
    .exactOptional();
  return stated(cidr, "2.5: key ipv4.address takes a CIDR such as <ip>/<prefix>");
}

/** What some platforms set where nothing else was asked for. */
const additions = { "ipv4.address": "10.64.0.1/24", "ipv4.nat": "true", "ipv6.address": "none" };

/** Private networks (spec 2.5). */
export const networks = defineKind({
  kind: "network",
  noun: "network",
  idPrefix: "net_",
  record: shape<Network>(),
  view: ({ id, name, description, config }) => ({ id, name, description, config }),
  serve: (self) => ({
    list: listing(self),
    create: createNetwork,
    get: reading(self),
    delete: deleting(self),
  }),
});

function createNetwork({ world, body }: Call): Answer {
  const refused = "network was not created";
  const { config, ...given } = body(NewNetwork, refused);
  const odd = Object.keys(config).find((key) => typeof config[key] !== "string");
  if (odd !== undefined && world.choice("networks.configValues") === "strings") {
    const field = `config.${odd}`;
    throw world.notAccepted("networks.configValues", { refused, field }, "values are strings");
  }
  refuseTakenName(world, networks, given);
  const added = world.choice("networks.configAdditions") ? additions : {};
  const network = { ...given, config: { ...added, ...config } };
  return created(networks.view(world.objects.insert(networks, network), world));
}
