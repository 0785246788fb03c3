import { isPathSegment } from "../contract/ids.ts";
import type { Definition, Observed, Props } from "../define.ts";
import { HostingError } from "../errors.ts";
import type { Context } from "./context.ts";
import { finish, type Stored } from "./finish.ts";
import type { OperationSession } from "./session.ts";
import { hidden, isSame, platformInputs, shown } from "./state.ts";
import { observe } from "./wait.ts";

/**
 * Takes over an existing object: nothing is created, updatable inputs are brought in line, and a
 * difference that could only be solved by replacing it is refused.
 */
export async function adopt(
  context: Context,
  definition: Definition,
  work: { session: OperationSession; inputs: Props; id: string },
): Promise<Stored> {
  const { session, inputs, id } = work;
  if (!id.split("/").every(isPathSegment)) {
    throw new HostingError(
      "input",
      `${session.subject} was not taken over: \`adopt\` must be its id, not "${id.slice(0, 80)}".`,
    );
  }
  const seen = await observe(session, definition, { id, inputs, state: {} });
  if (seen === "gone") {
    throw new HostingError(
      "notFound",
      `${session.subject} was not taken over: there is no ${definition.noun} ${id}. Remove \`adopt\` to create one.`,
    );
  }
  if (seen === undefined) session.warn(`${id} cannot be read, so its inputs are taken as true.`);
  const observed = seen ?? {};
  refuseMismatch(session, definition, { id, inputs, observed });
  if (definition.shownOnce.length > 0) {
    session.warn(`${definition.shownOnce.join(", ")} are shown at creation only and stay unknown.`);
  }
  return finish(context, definition, { session, known: { id, inputs, state: {}, observed } });
}

function refuseMismatch(
  session: OperationSession,
  definition: Definition,
  { id, inputs, observed }: { id: string; inputs: Props; observed: Observed },
): void {
  const equivalent = definition.equivalent?.(inputs, observed) ?? [];
  for (const [name, wanted] of Object.entries(platformInputs(definition, inputs))) {
    const found = observed[name];
    const rule = definition.changes[name];
    const generated = name === "name" && inputs[hidden.generatedName] === true;
    if (found == null || generated || equivalent.includes(name)) continue;
    if (isSame(definition, name, [found, wanted])) continue;
    const forbidden = rule?.on === "update" ? rule.forbid?.(found, wanted) : undefined;
    if (rule?.on === "update" && forbidden === undefined) continue;
    throw new HostingError(
      "input",
      `${session.subject} was not taken over: ${name} of ${id} is ${shown(definition, name, found)}, but the program says ${shown(definition, name, wanted)}, and it cannot be updated. Make the program say what is there.`,
    );
  }
}
