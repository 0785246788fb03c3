import { nearest } from "../../contract/values/nearest.ts";
import type { Choice } from "./choice.ts";
import type { Preset } from "./preset.ts";
import { choiceTable } from "./table.ts";

/** Name of one choice. */
export type ChoiceName = keyof typeof choiceTable;

/** A value for each choice. */
export type Choices = {
  readonly [N in ChoiceName]: (typeof choiceTable)[N]["values"][number];
};

/** Names of all choices, in the table's order. */
export const choiceNames: readonly ChoiceName[] = Object.keys(choiceTable).filter(isChoiceName);

/** A preset's values with others over them. */
export function chosen(preset: Preset, over: Partial<Choices>): Choices {
  return { ...ofPreset[preset], ...over };
}

/** What is wrong with these values; undefined when each is one that its choice has. */
export function problemOfChoices(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return "not an object of choices by name";
  for (const [name, value] of Object.entries(given)) {
    if (!isChoiceName(name)) return `"${name.slice(0, 40)}" is not a choice; ${nearName(name)}`;
    const { values }: Choice = choiceTable[name];
    if (!values.includes(value)) {
      return `choice "${name}" is one of ${values.map((one) => JSON.stringify(one)).join(", ")}`;
    }
  }
  return undefined;
}

const ofPreset: Readonly<Record<Preset, Choices>> = {
  ours: valuesOf("ours"),
  strict: valuesOf("strict"),
  strange: valuesOf("strange"),
};

function valuesOf(preset: Preset): Choices {
  const entries = choiceNames.map((name) => [name, choiceTable[name][preset]]);
  return Object.fromEntries(entries);
}

function isChoiceName(name: string): name is ChoiceName {
  return Object.hasOwn(choiceTable, name);
}

/** All names are too many for one line, so where none is near, those of its group stand for them. */
function nearName(name: string): string {
  const near = nearest(name, choiceNames);
  if (near !== undefined) return `did you mean ${near}?`;
  const group = choiceNames.filter((known) => known.startsWith(`${name.split(".")[0]}.`));
  const shown = group.length > 0 ? group : choiceNames.map((known) => known.replace(/\..*/, ".…"));
  return `known: ${[...new Set(shown)].join(", ")}`;
}
