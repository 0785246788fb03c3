import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { makesObject } from "../identity/claims.ts";
import { subjectOf, toldApart, urnOf } from "../identity/subject.ts";
import type { Context } from "./context.ts";
import type { OperationFacts } from "./facts.ts";
import { declarationOf, intentOf } from "./intent.ts";

interface Declaring {
  readonly id: string;
  /** As the program declares it. */
  readonly inputs: Props;
}

/** Notes that a declaration of the program keeps an object. */
export function noteOwner(
  context: Context,
  definition: Definition,
  { id, inputs }: Declaring,
): void {
  const declaration = declarationOf(context, definition, inputs);
  context.memory.holders.noteOwner(definition, { id, props: inputs }, declaration);
}

/** @throws HostingError where another declaration of this run made, adopted or has what a create would take over. */
export function refuseObjectOfAnother(
  context: Context,
  definition: Definition,
  { id, inputs, verb }: Declaring & { verb: "created" | "adopted" },
): void {
  const other = ownerBesides(context, definition, { id, inputs });
  if (other === undefined) return;
  const [mine, theirs] = toldApart(definition, inputs, other);
  throw new HostingError(
    "input",
    `${mine} was not ${verb}: ${id} is the object of ${theirs} in this program. Remove one of the two, or give this one another name and no \`adopt\`.`,
  );
}

/**
 * Runs a create, which the engine asks for once in a run unless it failed: a second one with the same token is that of
 * another declaration that nothing tells apart, as where a class of an older version says nothing of its parents.
 *
 * @throws HostingError for the second one.
 */
export async function oncePerRun<T>(
  { context, definition }: Pick<OperationFacts, "context" | "definition">,
  inputs: Props,
  create: () => Promise<T>,
): Promise<T> {
  const { token } = intentOf(context, definition, inputs);
  if (makesObject(definition) && context.memory.begunCreates.has(token))
    throw createdTwice(definition, inputs);
  context.memory.begunCreates.add(token);
  try {
    return await create();
  } catch (error) {
    context.memory.begunCreates.delete(token);
    throw error;
  }
}

function createdTwice(definition: Definition, inputs: Props): HostingError {
  const subject = subjectOf(definition, inputs);
  return new HostingError(
    "input",
    `${subject} was not created: this run has created ${subject} already, and nothing tells the two declarations apart. Give them different logical names, or install this version of pulumi-hosting where the program or component is that declares them.`,
  );
}

/**
 * Before 0.3, a component provider did not tell declarations in different components apart.
 *
 * @throws HostingError where two declarations have one object in the state.
 */
export function refuseSharedState(
  context: Context,
  definition: Definition,
  { id, inputs }: Declaring,
): void {
  const other = ownerBesides(context, definition, { id, inputs });
  if (other === undefined) return;
  const [mine, theirs] = toldApart(definition, inputs, other);
  const urn = urnOf(inputs) ?? "<its URN>";
  throw new HostingError(
    "input",
    `${mine} was not compared: its object ${id} is that of ${theirs}, too. Nothing is lost by \`pulumi state delete '${urn}'\`: ${id} stays with the other one, and the next \`pulumi up\` creates one for this.`,
  );
}

/** A repeated link is harmless, so two may declare one. */
function ownerBesides(
  context: Context,
  definition: Definition,
  { id, inputs }: Declaring,
): Props | undefined {
  if (!makesObject(definition)) return undefined;
  const declaration = declarationOf(context, definition, inputs);
  return context.memory.holders.ownerBesides(definition, { id, props: inputs }, declaration);
}
