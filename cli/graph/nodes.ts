import { defaultAssumptions } from "../../contract/assumptions.ts";
import { isStatusOf } from "../../contract/status-words.ts";
import { isUnknown } from "../../contract/values/unknown.ts";
import type { Change, Health, Node, Shape } from "../../graph/index.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { hidden } from "../../provider/lifecycle/state/state.ts";
import { plainText } from "../../provider/plain-text.ts";
import {
  type Action,
  type PlannedResource,
  type ResourceState,
  secretText,
} from "../preview/preview.ts";

/** A resource as an object of a picture. */
export function nodeOf(resource: PlannedResource, definition: Definition): Node {
  const { urn, name, action, before, after } = resource;
  const { status } = before?.outputs ?? {};
  const word = isUnresolved(before) ? "unresolved" : status;
  const change = changes[action];
  return {
    id: urn,
    shape: shapes[definition.type] ?? "note",
    noun: definition.noun,
    name,
    detail: detailOf(after ?? before, action === "replace" ? undefined : before, definition),
    ...(typeof word === "string" && { status: plainText(word) }),
    health: healthOf(word),
    ...(change !== undefined && { change }),
  };
}

/** What a resource names and the stack does not have. */
export function elsewhere(id: string): Node {
  const [noun, detail] = ["elsewhere", "not in this stack"];
  return { id, shape: "note", noun, name: plainText(id), detail, health: "unknown" };
}

export const changes: Readonly<Partial<Record<Action, Change>>> = {
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

const shapes: Readonly<Record<string, Shape>> = {
  "network:FloatingIp": "pill",
  "compute:PortForward": "pill",
  "network:LoadBalancer": "hexagon",
  "compute:Instance": "box",
  "compute:Container": "box",
  "compute:Server": "box",
  "storage:Volume": "cylinder",
  "storage:PoolVolume": "cylinder",
  "storage:Bucket": "cylinder",
  "compute:Image": "cylinder",
  "compute:ImportedImage": "cylinder",
};

function isUnresolved(state: ResourceState | undefined): boolean {
  return state?.outputs[hidden.unresolved] !== undefined;
}

function healthOf(status: unknown): Health {
  const is = (...lists: Parameters<typeof isStatusOf>[0]) =>
    isStatusOf(lists, status, defaultAssumptions);
  if (is("failed", "expired") || status === "unresolved") return "ill";
  if (is("pending", "deleting", "invited")) return "waiting";
  return is("ready", "running") ? "well" : "unknown";
}

/** Inputs and outputs that tell one object from another, in the order in which they are shown. */
const telling: readonly (readonly [name: string, words: (value: string) => string])[] = [
  ["ip", (ip) => ip],
  ["ipAddresses", (ip) => ip],
  ["ipv4Address", (ip) => ip],
  ["protocol", (protocol) => protocol],
  ["publicPort", (port) => `port ${port}`],
  ["targetPort", (port) => `to ${port}`],
  ["sizeGb", (size) => `${size} GB`],
  ["size", (size) => size],
  ["plan", (plan) => plan],
  ["image", (image) => image],
  ["role", (role) => role],
  ["metric", (metric) => metric],
  ["ipRange", (range) => range],
  ["region", (region) => region],
];

/** An address is that of the object that is there now and stays; the rest is as it is going to be. */
function detailOf(
  state: ResourceState | undefined,
  before: ResourceState | undefined,
  { inputs, secrets }: Definition,
): string {
  const texts = telling.flatMap(([name, words]) => {
    const from = name in inputs.shape ? state?.inputs : before?.outputs;
    const value = [from?.[name]].flat()[0];
    const isShown = ["string", "number"].includes(typeof value) && !secrets.includes(name);
    return isShown && !isUnknown(value) && value !== secretText
      ? [words(plainText(String(value)))]
      : [];
  });
  return texts.join(" · ");
}
