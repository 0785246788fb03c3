import type { Action } from "../../provider/definition/definition.ts";
import { act } from "../../provider/lifecycle/act.ts";
import type { Session } from "../session.ts";
import { machines } from "./classes.ts";
import { calledOf, classOf, type Found, findOne } from "./find.ts";
import { type ByHand, byHand, type OperateOptions, ofClass } from "./operation.ts";

/** Does one action to a machine. */
export function actOn(
  action: Action,
  given: { readonly machine: string; readonly options: OperateOptions; readonly session: Session },
): Promise<void> {
  return byHand(given, async (hand) => {
    const found = await findOne(hand, machines, given.machine);
    warn(hand, found, action);
    const { cuts, reached } = facts[action];
    const { definition, id, name } = found;
    const called = calledOf(found);
    if (cuts !== undefined) await hand.ask(`${cuts} ${called}?`);
    const observed = await act(hand.context, definition, { id, name, action });
    const { status } = observed;
    const json = { action, class: classOf(definition), id, status: status ?? null };
    return { json, text: `${called} ${reached}` };
  });
}

/** Whether an action cuts what the machine serves, how it is afterwards, and the state that it leads to. */
export const facts: Readonly<
  Record<Action, { readonly cuts?: string; readonly reached: string; readonly leadsTo: string }>
> = {
  restart: { cuts: "Restart", reached: "was restarted", leadsTo: "running" },
  start: { reached: "is started", leadsTo: "running" },
  stop: { cuts: "Stop", reached: "is stopped", leadsTo: "stopped" },
  freeze: { cuts: "Freeze", reached: "is frozen", leadsTo: "frozen" },
  unfreeze: { reached: "is unfrozen", leadsTo: "running" },
};

function warn(hand: ByHand, { definition, id }: Found, action: Action): void {
  const resource = ofClass(hand, definition.type).find((each) => each.id === id);
  const desired = resource?.inputs?.["desiredState"];
  if (typeof desired !== "string" || desired === facts[action].leadsTo) return;
  hand.warnOfStack(`desiredState "${desired}" for ${id}`);
}
