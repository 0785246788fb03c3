import type { Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import type { Props } from "../../definition/session.ts";
import type { Operation } from "../operation/operation.ts";
import { idIn } from "../state/ids.ts";

/**
 * What a lost create may have made under another name, since a platform may write names in its own way:
 * what was not in the list before the create and nothing in this run has. Where no list was seen before,
 * only what has the name in another case, or cut.
 */
export function unclaimedIn(
  operation: Operation,
  items: readonly Props[],
  { inputs, before }: { inputs: Props; before?: ReadonlySet<string> | undefined },
): readonly string[] {
  const { kind } = operation.definition;
  const isNew = (item: Props) =>
    before === undefined ? isRewritten(inputs["name"], item["name"]) : !isIn(before, kind, item);
  return items
    .filter((item) => item["name"] !== inputs["name"] && isNew(item))
    .filter((item) => !isClaimed(operation, item))
    .flatMap((item) => keyOf(kind, item) ?? []);
}

/** What a list shows, to be told from what a later one shows besides. */
export function entriesIn(kind: Kind, items: readonly Props[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => keyOf(kind, item) ?? []));
}

function isIn(entries: ReadonlySet<string>, kind: Kind, item: Props): boolean {
  const key = keyOf(kind, item);
  return key !== undefined && entries.has(key);
}

function keyOf(kind: Kind, item: Props): string | undefined {
  const { name } = item;
  const id = namedKinds.has(kind) ? undefined : idIn(item);
  return id ?? (typeof name === "string" ? name : undefined);
}

/** A state has it, this run made it, or another create of the run asks for its name. */
function isClaimed({ context: { memory }, definition }: Operation, item: Props): boolean {
  const known = [idIn(item), item["name"]];
  const isHeld = known.some((id) => typeof id === "string" && memory.isHeld(definition, id));
  return isHeld || memory.claimOf(definition.kind, item) !== undefined;
}

function isRewritten(sent: unknown, found: unknown): boolean {
  if (typeof sent !== "string" || typeof found !== "string") return false;
  const [wanted, shown] = [sent.toLowerCase(), found.toLowerCase()];
  return wanted === shown || (shown.length >= shortestCut && wanted.startsWith(shown));
}

/** Names that are cut shorter than this are too much alike. */
const shortestCut = 20;
