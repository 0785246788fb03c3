import { z } from "zod";
import { defineResource } from "../../provider/definition/definition.ts";

interface ToyInputs {
  name?: string;
  /** Replaces. */
  shape?: string;
  /** Replaces; a secret. */
  token?: "alpha" | "beta";
  /** Updates in place. */
  level?: number;
  /** Updates in place; a secret. */
  phrase?: string;
  /** Never travels. */
  allowDataLoss?: boolean;
}

interface ToyOutputs {
  status: string;
}

/** A class with one input of each sort, on routes that are all assumed but its creation. */
export const toy = defineResource<ToyInputs, ToyOutputs>()({
  type: "test:Toy",
  kind: "loadBalancer",
  noun: "toy",
  inputs: z.object({
    name: z.string().exactOptional(),
    shape: z.string().exactOptional(),
    token: z.enum(["alpha", "beta"]).exactOptional(),
    level: z.int().exactOptional(),
    phrase: z.string().exactOptional(),
    allowDataLoss: z.boolean().exactOptional(),
  }),
  outputs: z.object({ status: z.string() }),
  changes: {
    name: { on: "replace" },
    shape: { on: "refuse", unless: "allowDataLoss" },
    token: { on: "replace" },
    level: { on: "update" },
    phrase: { on: "update" },
    allowDataLoss: { on: "ignore" },
  },
  secrets: ["token", "phrase"],
  gaps: [],
});
