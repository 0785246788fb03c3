import type { Definition, Observed, Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { noteStored } from "../create-once/intent.ts";
import { identifyUnresolved, isUnresolved } from "../create-once/unresolved.ts";
import { refuseMassAbsence } from "../operation/absence.ts";
import type { Context } from "../operation/context.ts";
import { OperationSession } from "../operation/session.ts";
import { withArticle } from "../state/subject.ts";
import { composeState } from "../reconcile/stored-state.ts";
import { hidden, isSame, pickInputs, pickOutputs, shown, strings } from "../state/state.ts";
import { checkWorld } from "../state/world.ts";
import { observe } from "../reconcile/ready.ts";

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
  if (isUnresolved(work.id)) return readUnresolved(context, definition, work);
  const session = new OperationSession(context, definition, {
    operation: "read",
    props: work.props,
  });
  return work.props[hidden.lookup] === true
    ? readForeign(context, definition, { ...work, session })
    : refresh(context, definition, { ...work, session });
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
  return read(context, definition, { id: found, props: state });
}

interface Reading {
  readonly session: OperationSession;
  readonly id: string;
  readonly props: Props;
}

async function refresh(
  context: Context,
  definition: Definition,
  { session, id, props }: Reading,
): Promise<ReadResult> {
  checkWorld(context, props, session.subject);
  noteStored(context, definition, { id, state: props });
  context.sightings.noteStored(definition.kind, id);
  const inputs = pickInputs(definition, props);
  const seen = await observe(session, definition, { id, inputs, state: props });
  const isSaidToBeGone = seen === undefined && context.deletedByHand.includes(id);
  if (seen === "gone" || isSaidToBeGone) {
    await refuseMassAbsence(context, session, { kind: definition.kind, id });
    context.sightings.noteGone(definition.kind, id);
    return { id: "", state: {}, inputs: {} };
  }
  if (seen === undefined) {
    const why =
      session.doubtful ?? `the platform offers no way to read ${withArticle(definition.noun)}`;
    session.warnOfAll(
      `${why}, so the state of each is kept as it is; for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>.`,
    );
    return { id, state: { ...props, [hidden.world]: context.world }, inputs };
  }
  const open = props[hidden.unfinished];
  // An object on its way differs from what it will be: that is no drift.
  const drifted = open === undefined ? driftOf(session, definition, { props, observed: seen }) : {};
  const known = { id, inputs: { ...inputs, ...drifted }, state: props, observed: seen };
  const state = composeState(context, definition, { session, known });
  return {
    id: definition.identify?.(id, seen) ?? id,
    state: open === undefined ? state : { ...state, [hidden.unfinished]: open },
    inputs: known.inputs,
  };
}

/**
 * Inputs in which the object changed behind our back. Only fields that the platform echoes count,
 * and one that no route updates is reported, never turned into a replacement.
 */
function driftOf(
  session: OperationSession,
  definition: Definition,
  { props, observed }: { props: Props; observed: Observed },
): Record<string, unknown> {
  const equivalent = definition.equivalent?.(props, observed) ?? [];
  const drifted = strings(props[hidden.echoes]).filter((name) => {
    // An input that the program no longer gives is not looked after.
    if (props[name] === undefined || observed[name] == null || equivalent.includes(name))
      return false;
    return !isSame(definition, name, [props[name], observed[name]]);
  });
  const hasRoute = definition.update ?? session.route(definition.kind, "update");
  const isUpdatable = (name: string) =>
    hasRoute !== undefined && definition.changes[name]?.on === "update";
  for (const name of drifted.filter((name) => !isUpdatable(name))) {
    session.warn(
      `${name} is ${shown(definition, name, observed[name])} on the platform and ${shown(definition, name, props[name])} in the program; it cannot be updated, so nothing is changed.`,
    );
  }
  return Object.fromEntries(drifted.filter(isUpdatable).map((name) => [name, observed[name]]));
}

async function readForeign(
  context: Context,
  definition: Definition,
  { session, id, props }: Reading,
): Promise<ReadResult> {
  const seen = await observe(session, definition, { id, inputs: {}, state: {} });
  if (seen === undefined || seen === "gone") {
    const why =
      seen === "gone" || session.route(definition.kind, "get") !== undefined
        ? "the platform has none with this id"
        : "the platform offers no way to read one";
    throw new HostingError("notFound", `${definition.noun} ${id} was not read: ${why}.`);
  }
  const inputs = Object.fromEntries(
    Object.keys(definition.inputs.shape)
      .filter((name) => seen[name] != null)
      .map((name) => [name, seen[name]]),
  );
  const state = { ...inputs, ...pickOutputs(definition, seen), [hidden.world]: context.world };
  return { id, state, inputs: { ...props } };
}
