import { z } from "zod";
import { isCidr } from "../../contract/values/cidr.ts";
import { type Answer, created, type JsonObject } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { shape } from "../store/objects.ts";
import { refuseTakenName } from "../world.ts";

interface Network {
  readonly name: string;
  readonly description: string | null;
  readonly config: JsonObject;
}

const NewNetwork = lazySchema(() =>
  z.strictObject({
    name: z.string().min(1),
    description: z.string().nullable().default(null),
    config: z
      .object({
        "ipv4.address": z
          .string()
          .refine((text) => isCidr(text) && !text.includes(":"), {
            error: "an IPv4 address and prefix like 10.0.0.1/24",
          })
          .exactOptional(),
      })
      .catchall(z.json())
      .default({}),
  }),
);

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
    throw world.notAccepted(refused, `config.${odd}`, "values are strings");
  }
  refuseTakenName(world, networks, given);
  const added = world.choice("networks.configAdditions") ? additions : {};
  const network = { ...given, config: { ...added, ...config } };
  return created(networks.view(world.objects.insert(networks, network), world));
}
