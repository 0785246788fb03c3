import { z } from "zod";
import { classType } from "../../contract/price.ts";
import type { Found } from "../../provider/inventory/found.ts";
import { naturalId } from "../../provider/lifecycle/identity/ids.ts";
import { journalWorld } from "../../provider/lifecycle/identity/world.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import { definitions } from "../../resources/_registry.ts";
import { gapsOf } from "../export/gaps.ts";
import { programOf, type Resource } from "../export/program.ts";
import { isProtected, settingsIn } from "../export/project.ts";
import { allDefinitions, readAccount } from "../export/read-account.ts";
import { dataText } from "../export/source.ts";
import type { ResourceState } from "../preview/preview.ts";
import { State, stateOf } from "../preview/state.ts";
import type { Named } from "../preview/subject.ts";
import { pulumi } from "../pulumi.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

/** Objects of an account that are in no stack. */
export interface Unmanaged {
  readonly objects: readonly UnmanagedObject[];
  /** Objects that the platform does not list, and those that no program can take over. */
  readonly unclear: readonly { readonly what: string; readonly why: string }[];
  /** Stacks whose states were read. */
  readonly stacks: readonly string[];
}

/** An object that is in no state. */
export interface UnmanagedObject extends Named {
  readonly type: string;
  readonly id: string;
  /** Its declaration, which takes it over. */
  readonly code: string;
  /** Keys of the stack's config with values that no answer shows. */
  readonly toFillIn: readonly string[];
}

/**
 * Compares the account with the states of all stacks that the backend has.
 *
 * @throws CommandError when a state cannot be read, for its objects would seem to be nobody's.
 */
export async function findUnmanaged(
  stack: string | undefined,
  terminal: Terminal,
): Promise<Unmanaged> {
  const settings = await settingsOf(terminal, stack);
  const stacks = await stacksOf(terminal);
  const states: ResourceState[] = [];
  for (const name of stacks) states.push(...(await stateIn(name, terminal)));
  // Members are listed by project, and nothing lists projects.
  const projects = states.map(({ inputs }) => inputs["projectId"]);
  const places = [...new Set(projects.filter((id) => typeof id === "string"))];
  const account = await readAccount(settings, { wanted: [], places }, terminal);
  const { inventory, subjects, unfit, world } = account;
  const known = new Set(states.filter((one) => isIn(world, one)).flatMap(keysOf));
  const isKnown = (found: Found) => keysOfFound(found).some((key) => known.has(key));
  const gaps = gapsOf({
    inventory: { ...inventory, builtIn: [] },
    definitions: allDefinitions,
    unfit: unfit.filter(({ found }) => !isKnown(found)),
    resources: [],
  });
  return {
    // Without links, as each is to be pasted alone.
    objects: programOf(
      subjects.filter((one) => !isKnown(one)),
      new Map(),
    ).map(objectOf),
    unclear: gaps.map(({ what, why }) => ({ what, why })),
    stacks,
  };
}

const Stacks = z.array(z.object({ name: z.string() }));

async function stacksOf(terminal: Terminal): Promise<readonly string[]> {
  const args = ["stack", "ls", "--all", "--json"];
  const text = await pulumi(args, "The stacks were not listed", terminal);
  return Stacks.parse(JSON.parse(text)).map(({ name }) => name);
}

const Exported = z.object({
  deployment: z.object({ resources: z.array(State).nullish() }).nullish(),
});

async function stateIn(stack: string, terminal: Terminal): Promise<readonly ResourceState[]> {
  terminal.progress(`Reading the state of ${stack} …`);
  const args = ["stack", "export", "--stack", stack];
  const text = await pulumi(args, `The stack "${stack}" was not read`, terminal);
  const { deployment } = Exported.parse(JSON.parse(text));
  return (deployment?.resources ?? []).map(stateOf);
}

/** An object of another account may have the same name. */
function isIn(world: string, { outputs }: ResourceState): boolean {
  const made = outputs[hidden.world];
  return made === undefined || made === world || made === journalWorld(world);
}

/** Its id, and the one that it had before the platform showed a better one. */
function keysOf({ type, id, inputs }: ResourceState): readonly string[] {
  const definition = definitions.get(classType(type));
  if (definition === undefined || id === undefined) return [];
  return keys(definition.type, [id, naturalId(definition, inputs)]);
}

function keysOfFound({ definition, id, inputs }: Found): readonly string[] {
  return keys(definition.type, [id, naturalId(definition, inputs)]);
}

function keys(type: string, ids: readonly (string | undefined)[]): readonly string[] {
  return ids.filter((id) => id !== undefined).map((id) => `${type} ${id}`);
}

function objectOf(resource: Resource): UnmanagedObject {
  const { subject, className, name, inputs } = resource;
  const { definition, id, isAdopted } = subject;
  const options = isProtected({ isProtecting: true }, resource) ? ", { protect: true }" : "";
  const args = dataText(isAdopted ? { ...inputs, adopt: id } : inputs);
  return {
    ...{ type: definition.type, noun: definition.noun, name, id },
    code: `new hosting.${className}(${dataText(name)}, ${args}${options});\n`,
    toFillIn: settingsIn([resource]).map(({ setting }) => setting.key),
  };
}
