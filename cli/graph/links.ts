import { containsUnknown } from "../../contract/values/unknown.ts";
import { valuesAt } from "../../contract/values/values-at.ts";
import { definitions, references } from "../../resources/_registry.ts";
import type { ResourceState } from "../preview/preview.ts";

/** An input that names another object. */
export interface Link {
  /** The input: `volumeId`, or `forwardingRules.certificateId` inside of a list. */
  readonly input: string;
  readonly label: string;
  /** The classes of what it can name. */
  readonly to: readonly string[];
}

/** It is no object of the platform: others wait for it. */
export const healthGate = "monitoring:HealthGate";

/** The links from an object of a class to others. */
export function linksOf(type: string): readonly Link[] {
  const words = Object.entries(definitions.get(type)?.links ?? {});
  return words.map(([input, label]) => ({ input, label, to: namedIn(type, input) }));
}

/** A class that is nothing but a link between two others, which is drawn as one; undefined for others. */
export function jointOf(type: string): Joint | undefined {
  const joins = definitions.get(type)?.joins;
  if (joins === undefined) return undefined;
  const { from, to, word } = joins;
  return {
    ...{ input: to, label: word, to: namedIn(type, to) },
    from: { input: from, to: namedIn(type, from) },
  };
}

interface Joint extends Link {
  readonly from: Omit<Link, "label">;
}

/** The classes of what an input can name. */
function namedIn(type: string, input: string): readonly string[] {
  const isIt = ({ path }: { path: readonly string[] }) =>
    path.filter((part) => part !== "*").join(".") === input;
  return references.get(type)?.find(isIt)?.to ?? [];
}

/** The objects that an input names: ids, and where one is not known yet, the URNs of its sources. */
export function namedBy({ inputs, sources }: ResourceState, path: string): readonly string[] {
  const [root = ""] = path.split(".");
  const values = valuesAt(inputs, path.split("."));
  const ids = values.filter((value) => typeof value === "string" && !containsUnknown(value));
  const isOpen = values.length === 0 || containsUnknown(values);
  return [...ids.map(String), ...(isOpen ? (sources[root] ?? []) : [])];
}
