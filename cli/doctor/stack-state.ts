import { z } from "zod";
import { isClassType } from "../../contract/price.ts";
import type { OpenCreate } from "../../provider/connection/open-creates.ts";
import { journalWorld } from "../../provider/lifecycle/identity/world.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import { pulumi } from "../pulumi.ts";
import { limited, type Seat } from "./limited.ts";
import { nounIn, nounOf } from "./own-types.ts";

const mostSeconds = 60;

const Inputs = z.record(z.string(), z.unknown());

const Resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().nullish(),
  parent: z.string().nullish(),
  /** False for a component. */
  custom: z.boolean().default(false),
  inputs: Inputs.nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  /** Its replacement exists. */
  delete: z.boolean().default(false),
  /** It is gone, and its replacement does not exist. */
  pendingReplacement: z.boolean().default(false),
});
export type Resource = z.output<typeof Resource>;

/** An operation that the engine had begun and a killed run left. */
const Pending = z.object({
  resource: z.object({
    urn: z.string(),
    type: z.string().default(""),
    parent: z.string().optional(),
    inputs: Inputs.optional(),
  }),
  type: z.string(),
});
export type Pending = z.output<typeof Pending>;

const Exported = z.object({
  deployment: z
    .object({
      resources: z.array(Resource).nullish(),
      pending_operations: z.array(Pending).nullish(),
    })
    .nullish(),
});

/** The contents of a stack's state. */
export interface StackState {
  /** Resources of this package. */
  readonly ours: readonly Resource[];
  /** These and all others. */
  readonly all: readonly Resource[];
  readonly pending: readonly Pending[];
}

/**
 * Reads it by the CLI, whatever its backend is; secrets stay encrypted in it.
 *
 * @throws CommandError when the CLI cannot tell it.
 */
export async function stateOf(stack: string, seat: Seat): Promise<StackState> {
  const args = ["stack", "export", "--stack", stack];
  const text = await limited(seat, mostSeconds, (within) =>
    pulumi(args, `The stack "${stack}" was not read`, within),
  );
  const { deployment } = Exported.parse(JSON.parse(text));
  const resources = deployment?.resources ?? [];
  return {
    ours: resources.filter(({ type }) => isClassType(type)),
    all: resources,
    pending: deployment?.pending_operations ?? [],
  };
}

/** True when the state has what was made: a killed run cannot tell the journal that it was stored. */
export function hasMade({ ours }: StackState, { id, subject, world }: OpenCreate): boolean {
  if (id === undefined) return false;
  return ours.some((resource) => {
    const made = resource.outputs?.[hidden.world];
    const isThere = typeof made !== "string" || journalWorld(made) === world;
    // An assignment has the id of its address.
    return resource.id === id && isThere && nounOf(resource) === nounIn(subject);
  });
}
