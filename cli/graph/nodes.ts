import { defaultAssumptions } from "../../contract/assumptions.ts";
import { statusHealth } from "../../contract/status-health.ts";
import { isUnknown } from "../../contract/values/unknown.ts";
import { type Change, detailOf, type Node } from "../../platform/picture/index.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { plainText } from "../../provider/display.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import {
  type Action,
  type PlannedResource,
  type ResourceState,
  secretText,
} from "../preview/preview.ts";

/** True for what an earlier run replaced and did not delete: it has the URN of what it was replaced by. */
export function isLeftover({ before, after }: PlannedResource): boolean {
  return after === undefined && before?.isLeftover === true;
}

/** Names a resource in a picture. */
export function nodeId(resource: PlannedResource): string {
  const { urn, before } = resource;
  return isLeftover(resource) ? `${urn} ${before?.id}` : urn;
}

/** A resource as an object of a picture. */
export function nodeOf(resource: PlannedResource, definition: Definition): Node {
  const { name, action, before, after } = resource;
  const { status } = before?.outputs ?? {};
  const word = isUnresolved(before) ? "unresolved" : status;
  const change = changes[action];
  return {
    id: nodeId(resource),
    noun: definition.noun,
    name,
    detail: toldOf(after ?? before, action === "replace" ? undefined : before, definition),
    ...(typeof word === "string" && { status: plainText(word) }),
    health: word === "unresolved" ? "ill" : statusHealth(word, defaultAssumptions),
    ...(change !== undefined && { change }),
  };
}

/** An object that a resource names and the stack does not have. */
export function elsewhere(id: string): Node {
  const [noun, detail] = ["elsewhere", "not in this stack"];
  return { id, noun, name: plainText(id), detail, health: "unknown" };
}

export const changes: Readonly<Partial<Record<Action, Change>>> = {
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** True where nobody knows whether it was made. */
export function isUnresolved(state: ResourceState | undefined): boolean {
  return state?.outputs[hidden.unresolved] !== undefined;
}

/** An address is that of the object that is there now and stays; the rest is as it is going to be. */
function toldOf(
  state: ResourceState | undefined,
  before: ResourceState | undefined,
  { inputs, secrets }: Definition,
): string {
  return detailOf((name) => {
    const from = name in inputs.shape ? state?.inputs : before?.outputs;
    const value = [from?.[name]].flat()[0];
    if (secrets.includes(name) || isUnknown(value) || value === secretText) return undefined;
    return typeof value === "string" ? plainText(value) : value;
  });
}
