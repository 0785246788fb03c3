import type { Account } from "./account.ts";
import { type Classes, type Found, foundIn } from "./found.ts";
import { inTurns } from "./in-turns.ts";

/** Objects that a program can declare, and those that the platform made by itself. */
export interface Divided {
  readonly found: readonly Found[];
  readonly builtIn: readonly Found[];
}

/**
 * No program declares an object that the platform made together with the one that it is in. Where a list says too
 * little of that object to tell, it is read by itself.
 */
export async function dividedByMaker(
  account: Account,
  classes: Classes,
  found: readonly Found[],
): Promise<Divided> {
  const verdicts = await inTurns(found, async (one) => {
    const { definition, inputs } = one;
    const holder = definition.isBuiltIn && holderOf(classes, one, found);
    if (holder === undefined) return false;
    const atOnce = definition.isBuiltIn?.(inputs, holder.observed);
    if (atOnce !== undefined) return atOnce;
    const whole = await readAlone(account, classes, holder);
    return whole && definition.isBuiltIn?.(inputs, whole.observed);
  });
  const isBuiltIn = (at: number) => verdicts[at] === true;
  return {
    found: found.filter((_one, at) => !isBuiltIn(at)),
    builtIn: found.filter((_one, at) => isBuiltIn(at)),
  };
}

/** The object that one of the inputs names. */
function holderOf(
  { references }: Classes,
  { definition, inputs }: Found,
  all: readonly Found[],
): Found | undefined {
  const links = (references.get(definition.type) ?? []).map(({ path: [input = ""], to }) => ({
    id: inputs[input],
    to,
  }));
  return all.find((holder) =>
    links.some(({ id, to }) => holder.id === id && to.includes(holder.definition.type)),
  );
}

async function readAlone(
  account: Account,
  classes: Classes,
  { definition: { kind, type }, id = "" }: Found,
): Promise<Found | undefined> {
  const item = account.canRead(kind) ? await account.read(kind, id) : undefined;
  const shown = item === undefined ? [] : foundIn(classes, item);
  return shown.find(({ definition }) => definition.type === type);
}
