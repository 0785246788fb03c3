import { containsUnknown } from "../../../contract/values/unknown.ts";
import { intentOf } from "../create-once/intent.ts";
import type { RecordedIntent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import { doubtName } from "../state/doubt.ts";

/**
 * At the end of a run in good order: the engine has the outcome of all that was done. Says what a killed process may
 * have made that nothing in the run asked for, as when its resource left the program since, or another machine made one
 * of its own; true when there was something to say.
 */
export function endRun(context: Context): boolean {
  const { declared, display, forgetUnresolved, journal } = context;
  journal.handedOver();
  if (declared.stack === undefined) return false;
  const open = journal.leftOpen(declared.stack);
  if (open.length === 0) return false;
  const wanted = wantedIn(context);
  const untold = open.filter((create) => {
    const { declaration, token, notedAt } = create;
    const isAskedFor = wanted.has(declaration) || wanted.has(token);
    if (isAskedFor && besides(context, create) === undefined) return false;
    const isForgotten = forgetUnresolved.includes(doubtName(token, notedAt));
    if (isForgotten) journal.drop(token);
    return !isForgotten;
  });
  for (const create of untold) {
    const text = textOf(create, besides(context, create));
    display({ kind: "warning", text });
  }
  return untold.length > 0;
}

/** What the state has instead of it: only `--replace` asks for its create once more. */
function besides({ declared }: Context, { id, token }: RecordedIntent): string | undefined {
  const held = declared.heldFor(token);
  return held === id ? undefined : held;
}

/** Tokens of the creates that the program may ask for; the declaration while an input is not known. */
function wantedIn(context: Context): ReadonlySet<string> {
  const wanted = context.declared.checked.flatMap(({ definition, inputs }) => {
    const { declaration, olderToken, token } = intentOf(context, definition, inputs);
    return containsUnknown(inputs) ? [declaration] : [token, olderToken];
  });
  return new Set(wanted);
}

function textOf(create: RecordedIntent, besides: string | undefined): string {
  const { id, subject, token, at, notedAt } = create;
  const since = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const made = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
  const killed = `a run that was killed ${made} at ${since}`;
  const word = `then HOSTING_FORGET_UNRESOLVED=${doubtName(token, notedAt)} ends this message.`;
  if (besides === undefined)
    return `${killed}, and this run did not ask for it. While the program has it, a whole \`pulumi up\` takes it over. Else, unless \`pulumi stack --show-ids\` lists it, delete it in the console; ${word}`;
  if (id === undefined)
    return `${killed}, and the state has ${besides}, which may be it. If the console shows another one, delete that there; ${word}`;
  return `${killed}, beside ${besides}, which the state has. \`pulumi up --replace\` takes it over and deletes ${besides}. Else, unless \`pulumi stack --show-ids\` lists it, delete it in the console; ${word}`;
}
