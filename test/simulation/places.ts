import type { Resource } from "./engine-state.ts";
import type { Declaration, Program } from "./program.ts";

/** The place of a resource in a program; with its class it makes the URN. */
export interface Place {
  /** The name in the program. */
  readonly logicalName: string;
  readonly stack?: string;
  /** Type of the component that the resource is in. */
  readonly parent?: string | undefined;
}

export function placeOf({ name, logicalName = name, stack = "dev", parent }: Declaration): Place {
  return { logicalName, stack, parent };
}

function urnOf(type: string, { logicalName, stack = "dev", parent }: Place): string {
  const token = `pulumi-nodejs:dynamic/hosting/${type}`;
  const types = parent === undefined ? token : `${parent}$${token}`;
  return `urn:pulumi:${stack}::shop::${types}::${logicalName}`;
}

/** Where the state may have a resource, the program's own place first, as the engine looks for it. */
export function urnsOf(declaration: Declaration): readonly string[] {
  const { type, aliases = [] } = declaration;
  return [placeOf(declaration), ...aliases].map((place) => urnOf(type, place));
}

/** The values that a successful step stores in the state of the resource's place. */
export function placed(declaration: Declaration): Pick<Resource, "name" | "urn"> {
  return { name: declaration.name, urn: urnOf(declaration.type, placeOf(declaration)) };
}

/** The declaration that messages mean by a name; those that never moved are called what they are. */
export function movedAs(program: Program, called: string): Declaration | undefined {
  const hasMoved = ({ aliases, adoptFrom }: Declaration) => aliases ?? adoptFrom;
  return program.find((known) => hasMoved(known) && placeOf(known).logicalName === called);
}

/** True for a message about a resource by the name that only its older outputs have. */
export function isOfFormerPlace(text: string, { outputs, inputs }: Known): boolean {
  const [before, now] = [outputs, inputs].map((props) => Object(props["__identity"])["name"]);
  const [, called] = text.match(/^[a-z -]+ "([^"]+)"/) ?? [];
  return before !== now && called === before;
}

type Known = Pick<Resource, "outputs" | "inputs">;

/** The program as its users write it: whoever tidies up removes an alias once the state has the new place. */
export function inOrder(
  program: Program,
  { resources, tidiesUp }: { resources: readonly Resource[]; tidiesUp: boolean },
): Program {
  const live = resources.filter(({ isCondemned }) => !isCondemned);
  return program.map((declaration) => {
    const { aliases, name } = declaration;
    if (aliases === undefined || !tidiesUp) return declaration;
    const former = live.filter((known) => known.name === name);
    const isMoved = former.length > 0 && former.every(({ urn }) => urn === placed(declaration).urn);
    return isMoved ? { ...declaration, aliases: [] } : declaration;
  });
}
