import type { Order } from "../../provider/definition/definition.ts";
import { deletesFirst } from "../../provider/lifecycle/identity/replacement.ts";
import type { Ours } from "../preview/ours.ts";
import type { PlannedResource } from "../preview/preview.ts";

/** Which object of each replacement comes first, by URN: as the preview shows, or else by the rule of the class. */
export function ordersOf(ours: readonly Ours[]): ReadonlyMap<string, Order> {
  const replaced = ours.filter(({ resource }) => resource.action === "replace");
  const orders = new Map<string, Order>();
  // The engine has what a resource depends on before it.
  for (const one of replaced) {
    orders.set(one.resource.urn, orderShown(one.resource) ?? orderByRule(one, orders));
  }
  return orders;
}

/** True where the old object of a replacement is deleted first, by the rule of the class. */
function goesFirst({ resource: { before, after }, definition }: Ours): boolean {
  const states = { state: before?.outputs ?? {}, inputs: after?.inputs ?? {} };
  return deletesFirst(definition, states);
}

function orderShown({ steps }: PlannedResource): Order | undefined {
  const at = (op: string) => steps.findIndex((step) => step.op === op);
  const [created, deleted] = [at("create-replacement"), at("delete-replaced")];
  if (created === -1 || deleted === -1) return undefined;
  return deleted < created ? "deleteFirst" : "createFirst";
}

/** A resource that needs one deleted first is deleted first too. */
function orderByRule(one: Ours, orders: ReadonlyMap<string, Order>): Order {
  const sources = Object.values(one.resource.before?.sources ?? {}).flat();
  if (sources.some((urn) => orders.get(urn) === "deleteFirst")) return "deleteFirst";
  return goesFirst(one) ? "deleteFirst" : "createFirst";
}
