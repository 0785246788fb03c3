import { join } from "node:path";
import { z } from "zod";
import { type LeftOpen, notShownIn } from "../../../provider/connection/left-open.ts";
import { statePath } from "../../../provider/connection/state-directory.ts";
import { isUnresolved, wayOut } from "../../../provider/lifecycle/state/doubt.ts";
import { hidden } from "../../../provider/lifecycle/state/state.ts";
import { checkWorld, journalWorld } from "../../../provider/lifecycle/state/world.ts";
import { nameIn } from "../../preview/preview.ts";
import { pulumi } from "../../pulumi.ts";
import type { Terminal } from "../../terminal.ts";
import { asLine } from "../as-line.ts";
import { type Examined, isOfProject } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";
import { limited } from "../limited.ts";
import { nounOf, ownTypes } from "../own-types.ts";
import { Pending, pendingIn } from "../pending.ts";

const mostSeconds = 60;

const Resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
});
type Resource = z.output<typeof Resource>;

const Exported = z.object({
  deployment: z
    .object({
      resources: z.array(Resource).nullish(),
      pending_operations: z.array(Pending).nullish(),
    })
    .nullish(),
});

/** What a stack's state says that no command before the next `pulumi up` does. */
export const checkStack: Check = async (examined) => {
  const { stack, terminal } = examined;
  if (stack === undefined) return [];
  try {
    return findingsOf(await exported(stack, terminal), { ...examined, stack });
  } catch (error) {
    terminal.stop.throwIfAborted();
    return [{ state: "wrong", about: "stack", says: asLine(error) }];
  }
};

/** Secrets stay encrypted in it. */
async function exported(stack: string, terminal: Terminal) {
  const args = ["stack", "export", "--stack", stack];
  const text = await limited(terminal, mostSeconds, (seat) =>
    pulumi(args, `The stack "${stack}" was not read`, seat),
  );
  return Exported.parse(JSON.parse(text));
}

type OfStack = Examined & { readonly stack: string };

function findingsOf(
  { deployment }: z.output<typeof Exported>,
  examined: OfStack,
): readonly Finding[] {
  const ours = (deployment?.resources ?? []).filter(({ type }) => type.startsWith(ownTypes));
  const wrong = [
    ...elsewhere(ours, examined),
    ...pendingIn(deployment?.pending_operations ?? [], examined.stack),
    ...unresolved(ours),
  ].map((says) => ({ state: "wrong", about: "stack", says }) as const);
  const found = [...wrong, ...notStored(ours, examined)];
  if (found.length > 0) return found;
  const count = ours.length === 1 ? "1 resource" : `${ours.length} resources`;
  return [
    { state: "ok", about: "stack", says: `${count} of this package, nothing open or pending` },
  ];
}

/** What a run of this machine made and the engine may have failed to store, as when the backend could not be written. */
function notStored(ours: readonly Resource[], examined: OfStack): readonly Finding[] {
  const known = new Set(ours.map(({ id }) => id));
  return madeFor(examined)
    .filter(({ id }) => !known.has(id))
    .map(({ subject, id }) => ({
      state: "note",
      about: "stack",
      says: `A run made ${subject} (${id}), which this stack does not have. Unless it is gone, another stack has it, or it was taken out of the state (\`retainOnDelete\`, \`pulumi state\`), set \`adopt\` to its id, or delete it in the console.`,
    }));
}

function madeFor(examined: OfStack): readonly LeftOpen[] {
  const { stack, terminal, way } = examined;
  const names = stack.split("/");
  const organization = names.length > 1 ? names[0] : undefined;
  try {
    return notShownIn(join(statePath(terminal.env), "intents.db")).filter((made) => {
      const isOfStack = made.stack === names.at(-1) && isOfProject(examined, made.directory);
      const isThere = way !== undefined && made.world === journalWorld(way.world);
      return isOfStack && isThere && [undefined, made.organization].includes(organization);
    });
  } catch {
    // The check of the journal says that it cannot be read.
    return [];
  }
}

/** What was made on another platform, one line for each of these. */
function elsewhere(ours: readonly Resource[], { settings, way }: OfStack): readonly string[] {
  if (settings === undefined || way === undefined) return [];
  const { acceptWorld } = settings;
  const problems = ours.flatMap((resource) => {
    const state = resource.outputs ?? {};
    try {
      checkWorld({ world: way.world, acceptWorld }, state, subjectOf(resource));
      return [];
    } catch (error) {
      return [{ made: state[hidden.world], says: asLine(error) }];
    }
  });
  const byWorld = Object.values(Object.groupBy(problems, ({ made }) => String(made)));
  return byWorld.map((same = []) => {
    const more = same.length - 1;
    const says = same[0]?.says ?? "";
    return more === 0 ? says : `${says} The same holds for ${more} more.`;
  });
}

function unresolved(ours: readonly Resource[]): readonly string[] {
  return ours.flatMap((resource) => {
    const { id, outputs } = resource;
    if (id == null || !isUnresolved(id)) return [];
    const noun = nounOf(resource);
    return [
      `${subjectOf(resource)}: nobody knows whether it exists. ${wayOut({ noun }, { id, state: outputs ?? {} })}`,
    ];
  });
}

/** As errors name it, as far as a state tells. */
function subjectOf(resource: Resource): string {
  return `${nounOf(resource)} "${nameIn(resource.urn)}"`;
}
