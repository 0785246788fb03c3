import { containsUnknown } from "../../contract/values/unknown.ts";
import type { PendingCreate } from "../coordination/journal.ts";
import { createName } from "./create/unresolved.ts";
import type { Context } from "./operation/context.ts";
import { intentOf } from "./operation/intent.ts";

/**
 * At the end of a run in good order: the engine has the outcome of all that was done. Names creates of
 * killed runs that nothing in this run asked for, as when their resource left the program since; true
 * when there was one.
 */
export async function endRun(context: Context): Promise<boolean> {
  const { declared, display, forgetUnresolved, journal } = context;
  await journal.endRun();
  if (declared.stack === undefined) return false;
  const open = await journal.unsettled(declared.stack);
  if (open.length === 0) return false;
  const asked = askedFor(context);
  const others = open.filter(
    ({ declaration, token }) => !asked.has(declaration) && !asked.has(token),
  );
  const isForgotten = ({ token, notedAt }: PendingCreate) =>
    forgetUnresolved.includes(createName(token, notedAt));
  for (const create of others) if (isForgotten(create)) await journal.drop(create.token);
  // A state that has the object was not shown, as in a targeted run.
  const reported = others.filter((create) => !isForgotten(create) && !create.hasRunEnded);
  for (const create of reported) display({ kind: "warning", text: textOf(create) });
  return reported.length > 0;
}

/** Tokens of the creates that the program may ask for; the declaration while an input is not known. */
function askedFor(context: Context): ReadonlySet<string> {
  const wanted = context.declared.checked.map(({ definition, inputs }) => {
    const { declaration, token } = intentOf(context, definition, inputs);
    return containsUnknown(inputs) ? declaration : token;
  });
  return new Set(wanted);
}

function textOf({ id, subject, token, notedAt }: PendingCreate): string {
  const time = `${new Date(notedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const made = id === undefined ? `may have made ${subject}` : `made ${subject} with the id ${id}`;
  return `a run that was killed ${made} at ${time}, and this run did not ask for it. If the program still declares it like that, a whole \`pulumi up\` resolves it. Else, unless \`pulumi stack --show-ids\` lists it, delete it in the console; then HOSTING_FORGET_UNRESOLVED=${createName(token, notedAt)} ends this message.`;
}
