import { defaultAssumptions } from "../../contract/assumptions.ts";
import { priceTable } from "../../contract/costs/index.ts";
import { idFallbacks, idPrefixes, namedKinds } from "../../contract/ids.ts";
import { findRoute } from "../../contract/routes.ts";
import type { Change, Definition, Order } from "../../provider/definition/definition.ts";
import { hasMadeId, pathInputs } from "../../provider/lifecycle/identity/ids.ts";
import { isNamed } from "../../provider/lifecycle/record/state.ts";
import { bullets, code, names } from "./markdown.ts";
import { SourceProblem } from "./source-problem.ts";

const orders: Readonly<Record<Order, string>> = {
  createFirst: "The new one is created before the old one is deleted.",
  deleteFirst: "The old one is deleted before the new one is created.",
};
const byName =
  "With a generated name, the new one is created before the old one is deleted. With a name you choose, the old one is deleted first, so that the name is free.";

/** The cost of the class. */
export function priceText({ type }: Pick<Definition, "type">): string {
  const price = priceTable[type];
  if (price === undefined) {
    throw new SourceProblem(`${type} has no price: add it to its kind in contract/kinds.`);
  }
  const own = (price.own ?? []).map(({ key, by, of }) => {
    return `${code(by === undefined ? key : `${key}.<${by}>`)} for ${of}`;
  });
  return own.length === 0
    ? price.about
    : `${price.about} Keys of [your own prices](../guides/reviewing-a-change.md#your-own-prices): ${own.join(", ")}.`;
}

/** The effect of changing an input. */
export function changeText(definition: Definition, change: Change | undefined): string {
  switch (change?.on) {
    case "update":
      return updateText(definition, change);
    case "replace":
      return "replaces";
    case "refuse":
      return `refused unless ${code(change.unless ?? "")}; then replaces`;
    case "keep":
      return "kept: a later change is only warned about";
    case "ignore":
    case "store":
      return "never a request";
    default:
      throw new SourceProblem(
        `${definition.type} does not say what a change of an input does: add it.`,
      );
  }
}

function updateText(definition: Definition, change: Change): string {
  const refusal = change.forbid === undefined ? "" : "; some changes are refused";
  const otherwise = surelyUpdates(definition) ? "" : " where a route allows it, else replaces";
  return `updates in place${otherwise}${refusal}`;
}

/** False where the update route is a guess: then a platform without it replaces. */
function surelyUpdates({ kind, update }: Definition): boolean {
  const route = findRoute(kind, "update", defaultAssumptions);
  return update !== undefined || route?.standing === "documented";
}

/** The inputs that replace it, one sentence each. */
export function replacementTexts(definition: Definition): readonly string[] {
  const changes = Object.entries(definition.changes);
  const on = (kind: Change["on"]) => changes.filter(([, change]) => change.on === kind);
  const list = (some: typeof changes) =>
    names(
      some.map(([name]) => name),
      "or",
    );
  const uncertain = surelyUpdates(definition) ? [] : on("update");
  const guarded = Map.groupBy(
    on("refuse"),
    ([, { unless, why }]) =>
      `${why ?? "loses what it holds"}. It is refused unless ${code(unless ?? "")} is true.`,
  );
  const lines = [
    ...(on("replace").length > 0 ? [`A change of ${list(on("replace"))} replaces it.`] : []),
    ...(uncertain.length > 0
      ? [`A change of ${list(uncertain)} replaces it where no route updates it.`]
      : []),
    ...[...guarded].map(
      ([ending, some]) => `A change of ${list(some)} would replace it, which ${ending}`,
    ),
  ];
  return lines.length > 0 ? lines : ["No change of an input replaces it."];
}

/** The order of a replacement; where it is not that of all classes, with the reason. */
export function orderTexts(definition: Definition): readonly string[] {
  const unnamed = orders[hasMadeId(definition) ? "deleteFirst" : "createFirst"];
  const usual = isNamed(definition) ? byName : unnamed;
  const { replacement } = definition;
  if (replacement === undefined) return [usual];
  const { order, when, why } = replacement;
  if (when === undefined) return [`${orders[order]} ${why}`];
  return [`The order depends on what changes. ${why}`, bullets([orders[order], usual])];
}

/** The form of its id, and what stands for it where an answer brings none. */
export function idText(definition: Definition): string {
  const { create } = definition;
  if (create !== undefined) return `${code(create.id.replace(/\{(\w+)\}/g, "<$1>"))}.`;
  const { kind } = definition;
  const route = definition.createEndpoint ?? findRoute(kind, "create", defaultAssumptions);
  const parents = route === undefined ? [] : pathInputs(route).map((name) => `<${name}>/`);
  if (namedKinds.has(kind)) return `${code(`${parents.join("")}<name>`)}: the name is the id.`;
  const prefix = idPrefixes[kind];
  const own = prefix === undefined ? "<id>" : `${prefix}…`;
  const form = `${code(parents.join("") + own)}, as the platform answers it`;
  const fallback = idFallbacks[kind];
  if (fallback === undefined) return `${form}.`;
  return `${form}; where the answer brings none, ${code(`${parents.join("")}<${fallback}>`)}.`;
}
