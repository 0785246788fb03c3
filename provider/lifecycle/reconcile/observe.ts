import type { Assumptions } from "../../../contract/assumptions.ts";
import { fromWire, type Json } from "../../../contract/naming.ts";
import type { Observed, Props, Sighting, Target } from "../../definition/session.ts";
import { lookCloser, lookFreely, lookUp } from "../operation/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { sessionOf } from "../operation/session.ts";
import { hasNameAsId } from "../state/ids.ts";
import { isRecord } from "../state/state.ts";

/** Looks the object up, as its class or its kind's routes tell about it. */
export async function readObject(operation: Operation, target: Target<Props>): Promise<Sighting> {
  const { definition } = operation;
  const sighting = definition.observe
    ? await definition.observe(sessionOf(operation), target)
    : await lookUp(operation, {
        kind: definition.kind,
        id: target.id,
        isName: hasNameAsId(target),
      });
  if (sighting.outcome !== "seen") return sighting;
  const observed = observedIn(operation, sighting.observed);
  operation.witness.recognise(observed);
  operation.looked = { ...operation.looked, ...observed };
  return { ...sighting, observed };
}

/** The same with all that the platform shows of it: the entry of a list may lack outputs that nothing else brings. */
export async function readWhole(operation: Operation, target: Target<Props>): Promise<Sighting> {
  const sighting = await readObject(operation, target);
  if (sighting.outcome !== "seen" || sighting.isListed !== true) return sighting;
  const { observed } = sighting;
  const unseen = await detailsUnseen(operation, target, observed);
  return { outcome: "seen", observed: { ...observed, ...unseen } };
}

/** What neither the state nor an entry of a list has shown of an object, as far as it can be asked for. */
export async function detailsUnseen(
  operation: Operation,
  target: Target<Props>,
  listed: Observed,
): Promise<Observed> {
  if (showsAll(operation, { ...target.state, ...listed })) return {};
  const { kind } = operation.definition;
  const isName = hasNameAsId(target);
  const closer = await lookCloser(operation, { kind, id: target.id, isName });
  return closer.outcome === "seen" ? observedIn(operation, closer.observed) : {};
}

/** What the entry of a list lacks of an object that is waited for, as far as it can be asked for. */
export async function detailsBesides(
  operation: Operation,
  target: Target<Props>,
  listed: Observed,
): Promise<Observed> {
  if (showsAll(operation, listed)) return {};
  const { kind } = operation.definition;
  const isName = hasNameAsId(target);
  const sighting = await lookFreely(operation, { kind, id: target.id, isName });
  return sighting.outcome === "seen" ? observedIn(operation, sighting.observed) : {};
}

function showsAll({ definition }: Operation, observed: Observed): boolean {
  return Object.keys(definition.outputs.shape).every((name) => observed[name] !== undefined);
}

/**
 * Looks at what is about to be changed or deleted where its name alone says that it is the stack's.
 *
 * @throws HostingError when it may be another account's.
 */
export async function confirmOwn(operation: Operation, target: Target<Props>): Promise<void> {
  const { witness } = operation;
  if (witness.mayBeOthers) await readObject(operation, target);
  await witness.confirmOwn();
}

/** What an answer says about an object, in a program's names. */
export function observedIn(
  { context: { assumptions }, definition }: Operation,
  answer: Json | Observed,
): Observed {
  const observed = withAssumedFields(answer, assumptions);
  return { ...observed, ...definition.interpret?.(observed, assumptions) };
}

/** The answer's fields in a program's names, those of assumed names included. */
export function withAssumedFields(answer: Json | Observed, assumptions: Assumptions): Observed {
  if (!isRecord(answer)) return {};
  const named = fromWire(answer);
  return {
    ...(isRecord(named) ? named : {}),
    status: answer[assumptions["fields.status"]],
  };
}

/** What is known of an object; `state` is that before the operation, empty for a new object. */
export interface Known extends Target<Props> {
  readonly observed: Observed;
  /** Inputs that were just sent: the object is not done before it shows them. */
  readonly expecting?: readonly string[];
}
