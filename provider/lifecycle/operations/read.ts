import { isStatusOf } from "../../../contract/assumptions.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props, Sighting, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { closeIntent, dropAdoption, intentOf } from "../create-once/intent.ts";
import { identifyUnresolved } from "../create-once/unresolved.ts";
import { believed, isSaidToBeGone } from "../operation/absence.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { isLeaving } from "../operation/removal.ts";
import { ownId } from "../operation/routes.ts";
import { type Known, lookPastLag, readObject, readWhole } from "../reconcile/observe.ts";
import { stateOf } from "../reconcile/stored-state.ts";
import { isAsSaid, trimmed } from "../state/answer.ts";
import { isUnresolved } from "../state/doubt.ts";
import { mayComeBack } from "../state/ids.ts";
import { hidden, pickInputs, pickOutputs, shown, strings } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";
import { checkWorld, journalWorld, wayOfAnother } from "../state/world.ts";
import { isLeftStopped } from "./keep.ts";

/** What a refresh or a `get` yields; `id` is empty only for a proven absence. */
export interface ReadResult {
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Reads an object again for `pulumi refresh`, or for the first time for the static `get`. */
export async function read(
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

/** A refresh gives it its real id as soon as it is found. */
async function readUnresolved(
  context: Context,
  definition: Definition,
  { id, props }: { id: string; props: Props },
): Promise<ReadResult> {
  const found = await identifyUnresolved(context, definition, { id, state: props });
  if (found === "gone") return { id: "", state: {}, inputs: {} };
  if (found === undefined) return { id, state: props, inputs: pickInputs(definition, props) };
  const { [hidden.unresolved]: _known, [hidden.unfinished]: _reason, ...state } = props;
  const operation = new Operation(context, definition, { name: "read", id: found, props: state });
  // Nothing that an answer told of it is known yet.
  return refresh(operation, { id: found, props: state }, readWhole);
}

async function refresh(
  operation: Operation,
  { id, props }: { id: string; props: Props },
  look = readObject,
): Promise<ReadResult> {
  const { context, definition, messages, subject, witness } = operation;
  const { memory, world } = context;
  checkWorld(context, props, subject);
  closeIntent(context, definition, { id, state: props });
  memory.noteInState(definition.kind, id);
  const inputs = pickInputs(definition, props);
  const target = { id, inputs, state: props };
  const isSaid = isSaidToBeGone(context, definition, id);
  // The word of the user may stay set: only what cannot come back needs no second list besides it.
  const isOneLookEnough = isSaid && !mayComeBack(definition, target);
  const looking = isOneLookEnough
    ? operation.requests.polling(() => look(operation, target))
    : lookPastLag(operation, target, look);
  const sighting = isSaid ? await believed(looking) : await looking;
  if (sighting.outcome === "seen" && (await witness.isOwn())) {
    if (isLeaving(operation, sighting, ["deleting"])) {
      messages.warn(
        `${id} is being deleted. Once it is gone, \`pulumi refresh\` takes it out of the state.`,
      );
    }
    return reread(operation, { ...target, ...sighting }, await ownId(operation, target));
  }
  const isThere = sighting.outcome === "seen" && !witness.isAnother;
  if (sighting.outcome === "gone" || (isSaid && !isThere))
    return takenOut(operation, target, isSaid);
  warnKept(operation, sighting, id);
  return { id, state: { ...props, [hidden.world]: world }, inputs };
}

/** Takes it out of the state. */
function takenOut(operation: Operation, target: Target<Props>, isSaid: boolean): ReadResult {
  const { context, definition, witness } = operation;
  const { id, inputs } = target;
  context.declared.dropHeld(intentOf(context, definition, inputs).token);
  context.memory.noteGone(definition.kind, id);
  dropAdoption(context.journal, definition, target);
  if (!isSaid) witness.sayUnseen(id);
  return { id: "", state: {}, inputs: {} };
}

/** Says why what is in the state stays as it is, and what to do where it should not. */
function warnKept(
  operation: Operation,
  sighting: Exclude<Sighting, { outcome: "gone" }>,
  id: string,
): void {
  const { context, definition, messages, witness } = operation;
  if (witness.isAnother && witness.isKnown) {
    messages.warn(
      `what has its name has other addresses, so its state is kept. ${wayOfAnother(context, definition, id)}`,
    );
  } else {
    const [why, wayOut] = whyKept(operation, sighting);
    messages.warnOfAll(`${why}, so the state of each is kept as it is; ${wayOut}.`);
  }
}

/** Why what is in the state stays as it is, and what to do where it should not. */
function whyKept(
  { context: { world }, definition }: Operation,
  sighting: Exclude<Sighting, { outcome: "gone" }>,
): readonly [why: string, wayOut: string] {
  if (sighting.outcome !== "seen") {
    const wayOut = "for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>";
    return [whyUnseen(definition, sighting), wayOut];
  }
  return [
    `this API key never saw what has the name or number of ${withArticle(definition.noun)}, maybe another account's`,
    `with a new key of this account run HOSTING_ACCEPT_WORLD=${journalWorld(world)} pulumi refresh --run-program`,
  ];
}

function whyUnseen(
  { noun }: Definition,
  sighting: Extract<Sighting, { outcome: "awaited" | "unreadable" }>,
): string {
  if (sighting.outcome === "awaited") return "what was created a moment ago may not be shown yet";
  return sighting.why ?? `the platform offers no way to read ${withArticle(noun)}`;
}

/** The state of an object as it was seen now. */
function reread(operation: Operation, found: Known, id: string): ReadResult {
  const { inputs, observed, state: props } = found;
  const open = props[hidden.unfinished];
  warnIfStopped(operation, found);
  // An object on its way differs from what it will be: that is no drift.
  const drifted = open === undefined ? driftOf(operation, props, observed) : {};
  const known = { ...found, inputs: { ...inputs, ...drifted } };
  const said = Object.fromEntries(Object.keys(drifted).map((name) => [name, props[name]]));
  const state = {
    ...stateOf(operation, known),
    ...(Object.keys(said).length > 0 ? { [hidden.drifted]: said } : {}),
  };
  return {
    id: operation.definition.identify?.(id, observed) ?? id,
    state: open === undefined ? state : { ...state, [hidden.unfinished]: open },
    inputs: known.inputs,
  };
}

/**
 * A deletion that was refused leaves a machine stopped, and only the journal of the computer that ran it
 * knows to start it again.
 */
function warnIfStopped(operation: Operation, { id, inputs, observed, state }: Known): void {
  const { context, definition, messages } = operation;
  if (definition.keep === undefined || inputs["desiredState"] !== undefined) return;
  if (isLeftStopped(context, definition, id)) return;
  const { assumptions } = context;
  const ran = isStatusOf(["running"], state["status"], assumptions);
  if (!ran || !isStatusOf(["stopped"], observed["status"], assumptions)) return;
  messages.warn(
    "it is stopped, and ran when it was last seen; if it should run, start it in the console.",
  );
}

/**
 * Inputs in which the object changed behind our back. Only fields that the platform echoes count, and
 * one that no route updates replaces only what holds nothing: the others are reported.
 */
function driftOf(
  { definition, messages, routes }: Operation,
  props: Props,
  observed: Observed,
): Record<string, unknown> {
  const equivalent = definition.equivalent?.(props, observed) ?? [];
  const drifted = strings(props[hidden.echoes]).filter((name) => {
    // An input that the program no longer gives is not looked after.
    if (props[name] === undefined || observed[name] == null || equivalent.includes(name))
      return false;
    return !isAsSaid(definition, name, { found: observed[name], said: props[name] });
  });
  const canMend = (name: string) => isMended({ definition, routes }, name);
  for (const name of drifted.filter((name) => !canMend(name))) {
    messages.warn(
      `${name} is ${shown(definition, name, observed[name])} on the platform and ${shown(definition, name, props[name])} in the program; it cannot be updated, so nothing is changed.`,
    );
  }
  const values = (name: string) => ({ found: observed[name], said: props[name] });
  return Object.fromEntries(drifted.filter(canMend).map((name) => [name, trimmed(values(name))]));
}

async function readForeign(operation: Operation, id: string, props: Props): Promise<ReadResult> {
  const { context, definition, routes } = operation;
  const sighting = await readWhole(operation, { id, inputs: {}, state: {} });
  if (sighting.outcome !== "seen") {
    const why =
      sighting.outcome === "gone" || routes.route(definition.kind, "get") !== undefined
        ? "the platform has none with this id. Correct the id in the program"
        : "the platform offers no way to read one. Write its values into the program instead";
    throw new HostingError("notFound", `${definition.noun} ${id} was not read: ${why}.`);
  }
  const { observed: seen } = sighting;
  const inputs = Object.fromEntries(
    Object.keys(definition.inputs.shape)
      .filter((name) => seen[name] != null)
      .map((name) => [name, seen[name]]),
  );
  const state = { ...inputs, ...pickOutputs(definition, seen), [hidden.world]: context.world };
  return { id, state, inputs: { ...props } };
}

/**
 * True for an input that is brought in line again after somebody changed it on the platform: by an
 * update, or by replacing what holds nothing.
 */
function isMended(
  { definition, routes }: Pick<Operation, "definition" | "routes">,
  name: string,
): boolean {
  const { kind, update, changes, expendable } = definition;
  const hasRoute = update !== undefined || routes.route(kind, "update") !== undefined;
  // Another name is no harm that would be worth a replacement.
  return (hasRoute && changes[name]?.on === "update") || (expendable === true && name !== "name");
}
