import { isStatusOf, statusIn } from "../../contract/assumptions.ts";
import type { Definition } from "../definition/definition.ts";
import type { LookupResult, Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { identifyUnresolved } from "./create/placeholder.ts";
import { isUnresolved, wayOut } from "./create/unresolved.ts";
import { isPlatformMade } from "./identity/ids.ts";
import { messagesOf, withArticle } from "./identity/subject.ts";
import { checkWorld } from "./identity/world.ts";
import { isDeletedByHand, lookForDeletedByHand, type Proof } from "./lookup/absence.ts";
import type { Context } from "./operation/context.ts";
import { noteGone, noteInState } from "./operation/holders.ts";
import { acceptCommand, isKnownSoon } from "./operation/known-keys.ts";
import { Operation } from "./operation/operation.ts";
import { stateOf } from "./operation/stored-state.ts";
import { type Known, readObject, readWhole } from "./reconcile/ready.ts";
import type { Values } from "./record/input.ts";
import { InputRecords } from "./record/input-records.ts";
import { withoutSecrets } from "./record/secrets.ts";
import { deepEqual, hidden, pickInputs, pickOutputs, strings } from "./record/state.ts";
import { keptText, lastingText } from "./refresh-messages.ts";

/** The result of a refresh or a `get`; `id` is empty only for a proven absence. */
export interface ReadResult {
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Reads an object again for `pulumi refresh`, or for the first time for the static `get`. */
export function read(
  context: Context,
  definition: Definition,
  work: { id: string; props: Props },
): Promise<ReadResult> {
  return withoutSecrets(definition, [work.props], (own) => readDeclared(context, own, work));
}

async function readDeclared(
  context: Context,
  definition: Definition,
  work: { id: string; props: Props },
): Promise<ReadResult> {
  const { id, props } = work;
  if (props[hidden.lookup] === true) {
    return readForeign(new Operation(context, definition, { name: "read", id, props }), id, props);
  }
  context.declared.noteStack(props);
  const result = await (isUnresolved(id)
    ? readUnresolved(context, definition, work)
    : refresh(new Operation(context, definition, { name: "read", id, props }), work));
  context.declared.noteRead(definition, result.id);
  return result;
}

/** A refresh gives a placeholder its real id as soon as the object is found. */
async function readUnresolved(
  context: Context,
  definition: Definition,
  { id, props }: { id: string; props: Props },
): Promise<ReadResult> {
  const found = await identifyUnresolved(context, definition, { id, state: props });
  if (found === "gone") return gone;
  if (found === undefined) {
    messagesOf(context.display, definition, props).warn(
      `it is still not known whether it exists. ${wayOut(definition, { id, state: props })}`,
    );
    return { id, state: props, inputs: pickInputs(definition, props) };
  }
  const { [hidden.unresolved]: _known, [hidden.unfinished]: _reason, ...state } = props;
  const operation = new Operation(context, definition, { name: "read", id: found, props: state });
  // Nothing that an answer showed of it is known yet.
  return refresh(operation, { id: found, props: state }, readWhole);
}

const gone: ReadResult = { id: "", state: {}, inputs: {} };

async function refresh(
  operation: Operation,
  { id, props }: { id: string; props: Props },
  look = readObject,
): Promise<ReadResult> {
  const { context, definition, keys, messages, subject } = operation;
  checkWorld(context, props, subject);
  noteInState(context, definition, { id, state: props });
  const inputs = pickInputs(definition, props);
  const target = { id, inputs, state: props };
  const looking = (proof?: Proof) => look(operation, target, proof);
  const result = isDeletedByHand(context, definition, id)
    ? await lookForDeletedByHand(looking)
    : await looking();
  if (result.outcome === "gone") {
    noteGone(context, definition, { id, state: props });
    return gone;
  }
  const isOurs = async () =>
    isPlatformMade(definition.kind, id, props) || (await isKnownSoon(operation, keys));
  if (result.outcome !== "seen" || !(await isOurs())) {
    const [why, way] = whyKept(operation, result);
    const isUnshown = result.outcome === "awaited";
    messages.warnOfAll(keptText({ noun: definition.noun, isUnshown, why, way }));
    return { id, state: { ...props, [hidden.world]: context.world }, inputs };
  }
  if (isStatusOf(["deleting"], statusIn(result.observed, context.assumptions), context.assumptions))
    messages.warn(
      `${id} is being deleted. Once it is gone, \`pulumi refresh\` takes it out of the state.`,
    );
  return reread(operation, { ...target, ...result });
}

/** Why a resource in the state stays as it is, and what to do where it should not. */
function whyKept(
  { context, definition: { noun } }: Operation,
  result: Exclude<LookupResult, { outcome: "gone" }>,
): readonly [why: string, way: string] {
  if (result.outcome === "seen") {
    return [
      `this API key never saw the objects that have the name of ${withArticle(noun)}, which may be another account's`,
      `if it replaces another key of the account, run ${acceptCommand(context)}`,
    ];
  }
  const why =
    result.outcome === "awaited"
      ? "it may not be ready or accepted yet"
      : (result.why ?? `${withArticle(noun)} cannot be read from the platform's answers`);
  return [why, "for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>"];
}

/** The state of an object as it was seen now. */
function reread(operation: Operation, known: Known): ReadResult {
  const { definition } = operation;
  const { id, inputs: before, observed, state: props } = known;
  const unfinished = props[hidden.unfinished];
  const stored = InputRecords.in(definition, props);
  // While an operation is unfinished, differences are expected and are not drift.
  const records = unfinished === undefined ? afterLook(operation, stored, known) : stored;
  const inputs = withFound(
    { ...before, ...records.stored },
    { before, drifted: records.toPutBack },
  );
  const state = {
    ...stateOf(operation, { ...known, inputs }, records),
    ...(unfinished === undefined ? {} : { [hidden.unfinished]: unfinished }),
  };
  return { id: definition.identify?.(id, observed) ?? id, state, inputs };
}

/** The inputs of a refresh, with the names of those that no program has written: a check accepts what is there. */
function withFound(
  { [hidden.foundInputs]: earlier, ...inputs }: Props,
  { before, drifted }: { before: Props; drifted: Props },
): Props {
  const kept = strings(earlier).filter((name) => deepEqual(inputs[name], before[name]));
  const names = [...new Set([...kept, ...Object.keys(drifted)])];
  return names.length === 0 ? inputs : { ...inputs, [hidden.foundInputs]: names };
}

/** Rule 10: the records after the look, and what of it a person should know. */
function afterLook(operation: Operation, stored: InputRecords, known: Known): InputRecords {
  const { messages } = operation;
  const { observed } = known;
  const props = { ...known.state, ...stored.declared };
  const { records, named } = stored.afterLook(observed, (name, values) =>
    canPutBack(operation, name, { ...values, props }),
  );
  const differenceOf = (name: string, where?: string) =>
    records.get(name)?.input.difference({ found: observed[name], declared: props[name] }, where);
  for (const name of named("firstWord")) {
    messages.warn(
      `${differenceOf(name)}; it was not shown before, so it is taken for the platform's own word.`,
    );
  }
  for (const name of named("drifted").filter((one) => one in records.lasting)) {
    messages.warn(
      `${lastingText(`${differenceOf(name, "in the last `up`")}`)} Declare the found value, or change it on the platform.`,
    );
  }
  return records;
}

/** True where an update brings the declared value back, or a replacement of what holds nothing does. */
function canPutBack(
  { definition, routes }: Operation,
  name: string,
  { found, declared, props }: Values & { readonly props: Props },
): boolean {
  const { kind, update, changes, expendable } = definition;
  const hasRoute = update !== undefined || routes.route(kind, "update") !== undefined;
  const change = changes[name];
  const isUpdated = hasRoute && change?.on === "update";
  if (isUpdated) return change.forbid?.(found, declared, props) === undefined;
  return expendable === true;
}

async function readForeign(operation: Operation, id: string, props: Props): Promise<ReadResult> {
  const { context, definition, routes } = operation;
  const result = await readWhole(operation, { id, inputs: {}, state: {} });
  if (result.outcome !== "seen") {
    const why =
      result.outcome === "gone" || routes.route(definition.kind, "get") !== undefined
        ? "the platform has none with this id. Correct the id in the program"
        : "the platform offers no way to read one. Write its values into the program instead";
    throw new HostingError("notFound", `${definition.noun} ${id} was not read: ${why}.`);
  }
  const { observed: seen } = result;
  const inputs = Object.fromEntries(
    Object.keys(definition.inputs.shape)
      .filter((name) => seen[name] != null)
      .map((name) => [name, seen[name]]),
  );
  const state = { ...inputs, ...pickOutputs(definition, seen), [hidden.world]: context.world };
  return { id, state, inputs: { ...props } };
}
