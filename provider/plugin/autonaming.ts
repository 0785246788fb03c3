import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { hidden, isNamed } from "../lifecycle/record/state.ts";
import type { Declaration } from "./declaration.ts";

/** The rule of the stack's `pulumi:autonaming` for a resource without a name. */
export interface Autonaming {
  readonly mode: "propose" | "enforce" | "disabled";
  readonly proposedName: string;
}

/**
 * The inputs with the name that the stack's config gives. A name of which every part is known is the
 * user's own. Another one may have a random part: after a crash the next run has to ask for the same
 * name, so ours takes the place of a proposal, and nothing that of an enforced one.
 *
 * @throws HostingError where the config asks for a name that cannot be given.
 */
export function autonamed(
  definition: Definition,
  { inputs, oldInputs }: { inputs: Props; oldInputs: Props },
  { autonaming, declaration }: { autonaming: Autonaming | undefined; declaration: Declaration },
): Props {
  const isLeftOut = inputs["name"] === undefined && inputs["adopt"] === undefined;
  if (autonaming === undefined || !isNamed(definition) || !isLeftOut) return inputs;
  const { mode, proposedName } = autonaming;
  const { name: before, [hidden.generatedName]: isOurs } = oldInputs;
  // The config is about what is new.
  if (before !== undefined) return isOurs === true ? inputs : { ...inputs, name: before };
  if (mode === "disabled") throw refused("names are not made up (pulumi:autonaming is disabled)");
  if (isKnown(proposedName, declaration)) return { ...inputs, name: proposedName };
  if (mode === "propose") return inputs;
  throw refused(
    `pulumi:autonaming enforces "${proposedName}", which may have a random part, and after a crash the next run has to ask for the same name`,
  );
}

/** True for a name that is made of what a URN says and of separators alone. */
function isKnown(name: string, { name: logical, project, stack }: Declaration): boolean {
  const parts = [logical, project, stack].toSorted((one, other) => other.length - one.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ""), name);
  return name.includes(logical) && /^[-_.]*$/.test(rest);
}

function refused(why: string): HostingError {
  return new HostingError(
    "input",
    `${why}. Set name, or a pattern of \${name}, \${project} and \${stack}.`,
    { property: "name" },
  );
}
