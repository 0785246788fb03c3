import { httpChoices } from "./http.ts";

/** What the spec leaves open and the platform lets its operator choose. */
export const choiceTable = { ...httpChoices };

type Table = typeof choiceTable;

export type ChoiceName = keyof Table;

/** A value for each choice. */
export type Choices = { readonly [N in ChoiceName]: Table[N]["values"][number] };

/** A named set of values. */
export type Preset = "ours" | "strict" | "strange";

/** The value in force: the one that was set, else the preset's. */
export function chosen<N extends ChoiceName>(
  name: N,
  { choices, preset }: { readonly choices: Partial<Choices>; readonly preset: Preset },
): Choices[N] {
  const table: { readonly [K in ChoiceName]: Readonly<Record<Preset, Choices[K]>> } = choiceTable;
  return choices[name] ?? table[name][preset];
}

/** Whether each name is a choice and has a value of it. */
export function areChoices(given: unknown): given is Partial<Choices> {
  if (typeof given !== "object" || given === null) return false;
  return Object.entries(given).every(([name, value]) => {
    const choice = Object.entries(choiceTable).find(([known]) => known === name)?.[1];
    return choice?.values.some((allowed) => allowed === value) === true;
  });
}
