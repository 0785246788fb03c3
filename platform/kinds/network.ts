import { z } from "zod";
import { defineKind } from "../world.ts";

const Network = z.object({
  name: z.string(),
  description: z.string().nullable(),
  config: z.record(z.string(), z.json()),
});

/** Private networks (spec 2.5). */
export const networks = defineKind<z.infer<typeof Network>>({
  kind: "network",
  noun: "network",
  record: Network,
  view: ({ id, name, description, config }) => ({ id, name, description, config }),
});
