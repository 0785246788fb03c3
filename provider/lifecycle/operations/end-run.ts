import { containsUnknown } from "../../../contract/values/unknown.ts";
import { intentOf } from "../create-once/intent.ts";
import type { RecordedIntent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import { doubtName } from "../state/doubt.ts";

/**
 * At the end of a run in good order: the engine has the outcome of all that was done. Says what an earlier one may have
 * made that is in no state, and that nothing in the run asked for: its process was killed and its resource left the
 * program since, another machine made one of its own, or the engine failed to store it. True when there was something
 * to say.
 */
export function endRun(context: Context): boolean {
  const { declared, display, forgetUnresolved, journal } = context;
  journal.handedOver();
  if (declared.stack === undefined) return false;
  const left = [...leftOpen(context, declared.stack), ...unseen(context, declared.stack)];
  const untold = left.filter(({ token, notedAt }) => {
    const isForgotten = forgetUnresolved.includes(doubtName(token, notedAt));
    if (isForgotten) journal.drop(token);
    return !isForgotten;
  });
  for (const { text } of untold) display({ kind: "warning", text });
  return untold.length > 0;
}

/** A create that is named, with what is said of it. */
interface Left extends Pick<RecordedIntent, "token" | "notedAt"> {
  readonly text: string;
}

/** What a killed process may have made; what the program asks for, a later run takes over. */
function leftOpen(context: Context, stack: string): readonly Left[] {
  const open = context.journal.leftOpen(stack);
  if (open.length === 0) return [];
  const wanted = wantedIn(context);
  return open.flatMap((create) => {
    const { declaration, id, subject, token } = create;
    const what = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
    const killed = `a run that was killed ${what} at ${since(create)}`;
    const held = context.declared.heldFor(token);
    if (!wanted.has(declaration) && !wanted.has(token)) {
      const taken = "While the program has it, a whole `pulumi up` takes it over. Else, unless";
      return {
        ...create,
        text: `${killed}, and this run did not ask for it. ${taken} ${wayOut(create)}`,
      };
    }
    // Its create is asked for once more by `--replace` alone.
    if (held === undefined || held === id) return [];
    const taken = "`pulumi up --replace` takes it over. Else, unless";
    return {
      ...create,
      text: `${killed}, beside ${held}, which the state has. ${taken} ${wayOut(create)}`,
    };
  });
}

/** What the engine was told of and no state has, as a run tells that is shown each of them. */
function unseen({ declared, journal }: Context, stack: string): readonly Left[] {
  if (!declared.isRefreshed) return [];
  return journal.unseen(stack).map((create) => {
    const { id, subject } = create;
    const made = `an earlier run made ${subject} (${id}) at ${since(create)}, and no state has shown it since`;
    return {
      ...create,
      text: `${made}. To keep it, set \`adopt\` to its id. Else, unless ${wayOut(create)}`,
    };
  });
}

/** Tokens of the creates that the program may ask for; the declaration while an input is not known. */
function wantedIn(context: Context): ReadonlySet<string> {
  const wanted = context.declared.checked.flatMap(({ definition, inputs }) => {
    const { declaration, olderToken, token } = intentOf(context, definition, inputs);
    return containsUnknown(inputs) ? [declaration] : [token, olderToken];
  });
  return new Set(wanted);
}

function since({ at }: RecordedIntent): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function wayOut({ token, notedAt }: RecordedIntent): string {
  return `\`pulumi stack --show-ids\` lists it, delete it in the console; then HOSTING_FORGET_UNRESOLVED=${doubtName(token, notedAt)} ends this message.`;
}
