import { classType } from "../../contract/price.ts";
import type { Edge, Graph } from "../../platform/picture/index.ts";
import { definitions } from "../../resources/_registry.ts";
import { type PlannedResource, secretText } from "../preview/preview.ts";
import { healthGate, jointOf, type Link, linksOf, namedBy } from "./links.ts";
import { changes, elsewhere, isLeftover, isUnresolved, nodeId, nodeOf } from "./nodes.ts";
import type { Drawable } from "./read.ts";

/**
 * The picture of a stack, or of a preview of it: the resources of this package and what links them.
 *
 * @param withGates health gates too, which are no objects of the platform
 */
export function pictureOf(
  { project, stack, resources, isPreview }: Drawable,
  withGates = false,
): Graph {
  const ours = resources.filter(({ type }) => definitions.has(classType(type)));
  const finder = finderOf(ours.filter(({ type }) => jointOf(classType(type)) === undefined));
  const shown = ours.filter(({ type }) => withGates || classType(type) !== healthGate);
  const drawn = shown.filter(({ type }) => jointOf(classType(type)) === undefined);
  const edges = shown.flatMap((resource) => edgesOf(resource, finder));
  const attached = new Set(ours.flatMap((resource) => attachedBy(resource, finder)));
  const nodes = drawn.flatMap((resource) => {
    const definition = definitions.get(classType(resource.type));
    if (definition === undefined) return [];
    const node = nodeOf(resource, definition);
    return attached.has(node.id) && node.health === "well" ? { ...node, status: "attached" } : node;
  });
  const known = new Set(drawn.map(nodeId));
  const strange = new Set(
    edges.flatMap(({ from, to }) => [from, to]).filter((id) => !known.has(id)),
  );
  return {
    title: titleOf(isPreview, [project, stack]),
    nodes: [...nodes, ...[...strange].map(elsewhere)],
    edges,
  };
}

/** Finds the objects that a resource names by id or URN, as far as they are of the classes that can be meant. */
type Finder = (named: string, wanted: readonly string[]) => readonly string[];

function finderOf(drawn: readonly PlannedResource[]): Finder {
  const nodes = new Map(drawn.map((resource) => [nodeId(resource), resource] as const));
  // Where an id is a name, what has it now comes last.
  const inTurn = [...drawn.filter(isLeftover), ...drawn.filter((one) => !isLeftover(one))];
  const ids = inTurn.flatMap((resource) =>
    [resource.before?.id, resource.after?.id].flatMap((id) =>
      id === undefined ? [] : [[id, nodeId(resource)] as const],
    ),
  );
  const byId = new Map(ids);
  const find: Finder = (named, wanted) => {
    const resource = nodes.get(byId.get(named) ?? named);
    if (resource === undefined) return named.startsWith("urn:") ? [] : [named];
    const type = classType(resource.type);
    if (wanted.includes(type)) return [nodeId(resource)];
    const state = resource.after ?? resource.before;
    // A resource that waits for a gate is linked with the machine that the gate probes.
    if (type !== healthGate || state === undefined) return [];
    return namedBy(state, "instanceId").flatMap((probed) => find(probed, wanted));
  };
  return find;
}

/** The volume that an attachment has in a machine: its own state has the word of before, until a refresh. */
function attachedBy({ type, before }: PlannedResource, find: Finder): readonly string[] {
  const joint = jointOf(classType(type));
  if (joint?.label !== "attach" || before === undefined || isUnresolved(before)) return [];
  return namedBy(before, joint.input).flatMap((named) => find(named, joint.to));
}

function edgesOf(resource: PlannedResource, find: Finder): readonly Edge[] {
  const { type, action, before, after } = resource;
  const state = after ?? before;
  if (state === undefined) return [];
  const ends = ({ input, to }: Omit<Link, "label">) => {
    const named = namedBy(state, input).filter((one) => one !== secretText);
    return [...new Set(named.flatMap((one) => find(one, to)))];
  };
  const joint = jointOf(classType(type));
  if (joint !== undefined) {
    const change = changes[action];
    return ends(joint.from).flatMap((from) =>
      ends(joint).map((to) => ({ from, to, label: joint.label, ...(change && { change }) })),
    );
  }
  return linksOf(classType(type)).flatMap((link) =>
    ends(link).map((to) => ({ from: nodeId(resource), to, label: link.label })),
  );
}

/** An empty stack that is piped in does not say its name. */
function titleOf(isPreview: boolean, place: readonly string[]): string {
  const what = isPreview ? "Preview" : "Stack";
  const name = place.filter((part) => part !== "").join("/");
  return name === "" ? what : `${what} of ${name}`;
}
