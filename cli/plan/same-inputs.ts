import { containsUnknown } from "../../contract/values/unknown.ts";
import { deepEqual, hidden } from "../../provider/lifecycle/record/state.ts";
import type { PlannedResource, ResourceState } from "../preview/preview.ts";

/** A deleted resource, and a new one that may be the same under another name. */
export interface Pair {
  readonly old: PlannedResource;
  readonly next: PlannedResource;
}

/** Which URN becomes which. */
export type RenamedUrns = ReadonlyMap<string, string>;

/** Further facts about a pair. */
export interface Known {
  readonly renamed: RenamedUrns;
  /** Both are the same part of a component: names tell what a value comes from that a stream of events does not show. */
  readonly isPart: boolean;
}

/** Whether a program gives both the same inputs and provider, where what they come from may be renamed. */
export function haveSameInputs({ old, next }: Pair, { renamed, isPart }: Known): boolean {
  const { before } = old;
  const { after } = next;
  if (before === undefined || after === undefined) return false;
  if (!haveSameProvider({ before, after }, renamed)) return false;
  const [was, will] = [before.inputs, after.inputs];
  const areGenerated = [was, will].every((inputs) => inputs[hidden.generatedName] === true);
  const isUnshown = isPart && hasNoSources(before) && hasNoSources(after);
  return Object.keys({ ...was, ...will }).every((name) => {
    if (name.startsWith("__") || (name === "name" && areGenerated)) return true;
    if (deepEqual(was[name], will[name])) return true;
    const isOpen = containsUnknown(will[name]);
    if (isUnshown) return isOpen;
    const sources = { before: before.sources[name] ?? [], after: after.sources[name] ?? [] };
    return comesFromSame(sources, { renamed, isOpen });
  });
}

/** No alias brings an object to another account. */
function haveSameProvider(
  {
    before: { provider: was },
    after: { provider: will },
  }: Record<"before" | "after", ResourceState>,
  renamed: RenamedUrns,
): boolean {
  if (was === undefined || will === undefined) return true;
  return (renamed.get(was) ?? was) === will || [was, will].every(isDefault);
}

/** Pulumi's default provider, which it names after the version of the package; another default one is equal to it. */
function isDefault(provider: string): boolean {
  return /::default(_[^:]*)?$/.test(provider);
}

function hasNoSources({ sources }: ResourceState): boolean {
  return Object.keys(sources).length === 0;
}

interface Sources {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Reference {
  readonly renamed: RenamedUrns;
  /** The value is not known yet. */
  readonly isOpen: boolean;
}

/** Of a value that is not known yet, a preview shows not all that it comes from. */
function comesFromSame({ before, after }: Sources, { renamed, isOpen }: Reference): boolean {
  if (!isOpen && !before.some((urn) => renamed.has(urn))) return false;
  const expected = new Set(before.map((urn) => renamed.get(urn) ?? urn));
  return after.length > 0 && after.every((urn) => expected.has(urn));
}
