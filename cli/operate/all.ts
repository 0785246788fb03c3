import { classType } from "../../contract/price.ts";
import { inOneLine } from "../../provider/display.ts";
import { inTurns } from "../../provider/inventory/in-turns.ts";
import { act } from "../../provider/lifecycle/act.ts";
import { isUnresolved } from "../../provider/lifecycle/create/unresolved.ts";
import type { Resource } from "../doctor/stack-state.ts";
import { CommandError } from "../exit.ts";
import { nameIn } from "../preview/preview.ts";
import type { Session } from "../session.ts";
import { instance, loadBalancer, machines } from "./classes.ts";
import { calledOf, classOf, type Found } from "./find.ts";
import { facts } from "./machine.ts";
import { type ByHand, byHand, type OperateOptions, ofClass, reworded } from "./operation.ts";
import { goesOn, goesOnTexts } from "./running-costs.ts";

/** The actions that may be done to all machines of a stack. */
type ActionOnAll = "start" | "stop";

/** A machine by its name in the program, with the state that this declares. */
interface Machine extends Found {
  readonly urn: string;
  readonly desired: unknown;
}

/** Its end; `error` says why it was not done. */
interface Outcome extends Machine {
  readonly status: unknown;
  readonly error?: string;
}

/** Starts or stops all machines of a stack but those that are declared at rest; one that fails keeps no other from being tried. */
export function actOnAll(
  action: ActionOnAll,
  given: { readonly options: OperateOptions; readonly session: Session },
): Promise<void> {
  const { session, options } = given;
  const { stack } = options;
  if (stack === undefined) {
    throw new CommandError(
      "Nothing was done: --all is about the machines of a stack. Add --stack <stack>.",
    );
  }
  return byHand(given, async (hand) => {
    const { due, left } = machinesIn(hand);
    for (const one of left) session.terminal.note(`${calledOf(one)} is left alone: ${one.why}.`);
    warn(hand, action, due);
    const all = `${due.length} machine${due.length === 1 ? "" : "s"} of the stack "${stack}"`;
    const costs = action === "stop" ? await confirmStop(hand, { due, all, session }) : undefined;
    const outcomes = await inStages(hand, { action, due, session });
    const failed = outcomes.filter(({ error }) => error !== undefined);
    if (failed.length > 0) {
      session.end("failed");
      session.terminal.note(
        `${failed.length} of ${all} failed and may not be ${facts[action].leadsTo}: ${failed.map(idOf).join(", ")}. The others were tried; run this command again for the rest.`,
      );
    }
    const state = facts[action].leadsTo;
    return {
      json: {
        ...{ action, stack, machines: outcomes.map(shown) },
        leftAlone: left.map(({ why, ...one }) => ({ ...named(one), why })),
        ...(costs !== undefined && { goesOn: costs }),
      },
      text: `${outcomes.length - failed.length} of ${all} ${due.length === 1 ? "is" : "are"} ${state}`,
    };
  });
}

/** The machines that something is done to, and those that stay as they are. */
function machinesIn({ stack }: ByHand) {
  const all = (stack?.resources ?? []).flatMap((resource) => asMachine(resource));
  const judged = all.map((one) => ({ one, why: restOf(one) }));
  return {
    due: judged.flatMap(({ one, why }) => (why === undefined ? [one] : [])),
    left: judged.flatMap(({ one, why }) => (why === undefined ? [] : [{ ...one, why }])),
  };
}

/** One that an `up` is still to delete has the name of its replacement, and is none of the program any more. */
function asMachine(resource: Resource): readonly Machine[] {
  const { urn, type, id, inputs, pendingReplacement } = resource;
  const definition = machines.find((known) => known.type === classType(type));
  if (definition === undefined || id == null || resource.delete || pendingReplacement) return [];
  return [{ definition, id, name: nameIn(urn), urn, desired: inputs?.["desiredState"] }];
}

function restOf({ id, desired }: Machine): string | undefined {
  if (isUnresolved(id)) return "nobody knows yet whether it was created";
  const isAtRest = desired === "stopped" || desired === "frozen";
  return isAtRest ? `its program declares it ${desired}` : undefined;
}

function warn(hand: ByHand, action: ActionOnAll, due: readonly Machine[]): void {
  const others = due.filter(({ desired }) => {
    return typeof desired === "string" && desired !== facts[action].leadsTo;
  });
  const ids = others.map(({ id }) => id).join(", ");
  if (others.length > 0) hand.warnOfStack(`desiredState "running" for ${ids}`);
}

/** Says what goes on to be billed, and asks; resolves with the costs. */
async function confirmStop(
  hand: ByHand,
  { due, all, session }: { due: readonly Machine[]; all: string; session: Session },
) {
  const costs = goesOn(hand, new Set(due.map(({ urn }) => urn)));
  if (due.length === 0) return costs;
  for (const line of goesOnTexts(costs)) session.terminal.note(line);
  await hand.ask(`Stop ${all}: ${due.map(({ name }) => name).join(", ")}?`);
  return costs;
}

/** The backends of load balancers serve as long as anything that they need runs. */
async function inStages(
  hand: ByHand,
  { action, due, session }: { action: ActionOnAll; due: readonly Machine[]; session: Session },
): Promise<readonly Outcome[]> {
  const backends = new Set(
    ofClass(hand, loadBalancer.type).flatMap(({ inputs }) => [inputs?.["backendInstances"]].flat()),
  );
  const isBackend = ({ definition, id }: Machine) => definition === instance && backends.has(id);
  const behind = due.filter(isBackend);
  const others = due.filter((one) => !isBackend(one));
  const tried = (one: Machine) => attempt(hand, { action, one, session });
  const [first, last] = action === "stop" ? [others, behind] : [behind, others];
  return [...(await inTurns(first, tried)), ...(await inTurns(last, tried))];
}

async function attempt(
  { context }: ByHand,
  { action, one, session }: { action: ActionOnAll; one: Machine; session: Session },
): Promise<Outcome> {
  const { terminal } = session;
  const { definition, id, name } = one;
  try {
    terminal.stop.throwIfAborted();
    const { status } = await act(context, definition, { id, name, action });
    terminal.note(`${calledOf(one)} ${facts[action].reached}`);
    return { ...one, status };
  } catch (error) {
    // Ctrl-C is about all of them.
    terminal.stop.throwIfAborted();
    const told = reworded(error);
    const text = inOneLine(told instanceof Error ? told.message : String(told));
    terminal.note(text);
    return { ...one, status: undefined, error: text };
  }
}

function shown({ status, error, ...one }: Outcome) {
  return { ...named(one), status: status ?? null, ...(error !== undefined && { error }) };
}

function named({ definition, id, name }: Machine) {
  return { class: classOf(definition), id, name };
}

function idOf({ definition, id }: Machine): string {
  return `${classOf(definition)}:${id}`;
}
