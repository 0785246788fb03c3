import { isPathSegment } from "../../../contract/ids.ts";
import type { Change, Definition, Observed, Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { noteInUse } from "../create-once/intent.ts";
import type { Context } from "../operation/context.ts";
import type { OperationSession } from "../operation/session.ts";
import { withArticle } from "../state/subject.ts";
import { withKeptName } from "../reconcile/stored-state.ts";
import { finish, type Stored } from "../reconcile/finish.ts";
import { isSame, platformInputs, shown } from "../state/state.ts";
import { observe } from "../reconcile/ready.ts";

/**
 * Takes an existing object into the stack: nothing is created, updatable inputs are brought in line,
 * and a difference that could only be solved by replacing it is refused.
 */
export async function adopt(
  context: Context,
  definition: Definition,
  work: { session: OperationSession; inputs: Props; id: string },
): Promise<Stored> {
  const { session, id } = work;
  if (!id.split("/").every(isPathSegment)) {
    throw new HostingError(
      "input",
      `${session.subject} was not adopted: \`adopt\` must be its id, not "${id.slice(0, 80)}".`,
    );
  }
  const seen = await observe(session, definition, { id, inputs: work.inputs, state: {} });
  const isMeant = work.inputs["adopt"] !== undefined;
  if (seen === "gone" || (seen === undefined && isMeant && work.inputs["adoptUnseen"] !== true)) {
    throw notThere(session.subject, definition, { id, isGone: seen === "gone" });
  }
  if (seen === undefined) session.warn(`${id} cannot be read, so its inputs are taken as true.`);
  const observed = seen ?? {};
  const inputs = withKeptName(work.inputs, observed);
  refuseMismatch(session, definition, { id, inputs, observed });
  if (definition.shownOnce.length > 0) {
    session.warn(`${definition.shownOnce.join(", ")} are shown at creation only and stay unknown.`);
  }
  const why = isMeant
    ? `it was not replaced: \`adopt\` names ${id} itself. Remove \`adopt\` to have another one made.`
    : `it was not replaced: ${id} is what an earlier run made for it. Run \`pulumi up --replace\` once more to replace it.`;
  noteInUse(context, definition, { id, inputs, why });
  return finish(context, definition, { session, known: { id, inputs, state: {}, observed } });
}

/** Where nothing tells, a mistyped id would be in the state like a real one. */
function notThere(
  subject: string,
  { noun }: Definition,
  { id, isGone }: { id: string; isGone: boolean },
): HostingError {
  const problem = isGone
    ? `there is no ${noun} ${id}. Correct \`adopt\`, or remove it to create one.`
    : `the platform does not show ${withArticle(noun)} ${id}. Correct \`adopt\`; if the console shows it, set adoptUnseen: true, which takes the inputs as true.`;
  return new HostingError("notFound", `${subject} was not adopted: ${problem}`);
}

function refuseMismatch(
  session: OperationSession,
  definition: Definition,
  { id, inputs, observed }: { id: string; inputs: Props; observed: Observed },
): void {
  const equivalent = definition.equivalent?.(inputs, observed) ?? [];
  // Without `adopt` it is what an interrupted run, or a request without an answer, has made.
  const wayOut = inputs["adopt"] === undefined ? ", or delete it in the console" : "";
  for (const [name, wanted] of Object.entries(platformInputs(definition, inputs))) {
    const found = observed[name];
    if (found == null || equivalent.includes(name)) continue;
    if (isSame(definition, name, [found, wanted])) continue;
    if (canBecome(definition.changes[name], [found, wanted], inputs)) continue;
    throw new HostingError(
      "input",
      `${session.subject} was not adopted: ${name} of ${id} is ${shown(definition, name, found)}, but the program says ${shown(definition, name, wanted)}, and it cannot be updated. Make the program say what is there${wayOut}.`,
    );
  }
}

/** True when the difference can be updated away, or is of no consequence. */
function canBecome(
  change: Change | undefined,
  [found, wanted]: readonly [unknown, unknown],
  inputs: Props,
): boolean {
  if (change?.on === "keep") return true;
  return change?.on === "update" && change.forbid?.(found, wanted, inputs) === undefined;
}
