import { z } from "zod";
import { isCidr } from "../../contract/values/address.ts";
import { type JsonObject, shape } from "../store/index.ts";
import { type Answer, created } from "./common/answer.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";

interface Network {
  readonly name: string;
  readonly description: string | null;
  readonly config: JsonObject;
}

const NewNetwork = z.strictObject({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  // other keys with any value: the spec shows one
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
});

/** Private networks (spec 2.5). */
export const networks = serveKind({
  kind: "network",
  spec: "2.5",
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

function createNetwork({ context, body }: Call): Answer {
  const given = body(NewNetwork, "network was not created");
  context.refuseTakenName(networks, given);
  return created(networks.view(context.objects.insert(networks, given), context));
}
