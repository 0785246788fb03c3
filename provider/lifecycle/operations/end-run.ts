import { containsUnknown } from "../../../contract/values/unknown.ts";
import { intentOf } from "../create-once/intent.ts";
import type { RecordedIntent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import { doubtName } from "../state/doubt.ts";

/**
 * At the end of a run in good order: the engine has the outcome of all that was done. Says what a
 * killed process may have made that nothing in the run asked for, as when its resource left the
 * program since; true when there was something to say.
 */
export function endRun(context: Context): boolean {
  const { declared, display, forgetUnresolved, journal } = context;
  journal.handedOver();
  if (declared.stack === undefined) return false;
  const open = journal.leftOpen(declared.stack);
  if (open.length === 0) return false;
  const wanted = wantedIn(context);
  const left = open.filter(({ declaration, token }) => {
    return !wanted.has(declaration) && !wanted.has(token);
  });
  const untold = left.filter(({ token, notedAt }) => {
    const isForgotten = forgetUnresolved.includes(doubtName(token, notedAt));
    if (isForgotten) journal.drop(token);
    return !isForgotten;
  });
  for (const create of untold) display({ kind: "warning", text: textOf(create) });
  return untold.length > 0;
}

/** Tokens of the creates that the program may ask for; the declaration while an input is not known. */
function wantedIn(context: Context): ReadonlySet<string> {
  const wanted = context.declared.checked.flatMap(({ definition, inputs }) => {
    const { declaration, olderToken, token } = intentOf(context, definition, inputs);
    return containsUnknown(inputs) ? [declaration] : [token, olderToken];
  });
  return new Set(wanted);
}

function textOf({ id, subject, token, at, notedAt }: RecordedIntent): string {
  const since = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
  return `a run that was killed ${what} at ${since}, and this run did not ask for it. While the program has it, a whole \`pulumi up\` takes it over. Else, unless \`pulumi stack --show-ids\` lists it, delete it in the console; then HOSTING_FORGET_UNRESOLVED=${doubtName(token, notedAt)} ends this message.`;
}
