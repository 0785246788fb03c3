import type { Kind } from "../../contract/endpoints.ts";
import { idPrefixes } from "../../contract/ids.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { plainText, shortened } from "../../provider/display.ts";
import type { Listed } from "../../provider/inventory/account.ts";
import type { Inventory } from "../../provider/inventory/inventory.ts";
import { idNamespace } from "../../provider/lifecycle/identity/ids.ts";
import { plural } from "../preview/subject.ts";
import type { Resource } from "./program.ts";
import type { Unfit } from "./subject.ts";

/** Something that the program lacks, and what to do about it. */
export interface Gap {
  readonly what: string;
  /** A sentence without its full stop. */
  readonly why: string;
  /** A sentence. */
  readonly todo: string;
}

/** The known facts of an account, and of the program made from it. */
export interface Outcome {
  readonly inventory: Inventory;
  readonly definitions: readonly Definition[];
  readonly unfit: readonly Unfit[];
  readonly resources: readonly Resource[];
}

/** Everything that is not in the program, or is in it with less than the platform knows. */
export function gapsOf(outcome: Outcome): readonly Gap[] {
  // Names are the platform's, and may hold anything.
  const plain = (text: string) => shortened(plainText(text), longest);
  return allGaps(outcome).map(({ what, why, todo }) => ({
    what: plain(what),
    why: plain(why),
    todo,
  }));
}

const longest = 300;

function allGaps(outcome: Outcome): readonly Gap[] {
  const { inventory, definitions, unfit, resources } = outcome;
  const nounOf = (kind: Kind): string => mainOf(kind, definitions)?.noun ?? kind;
  return [
    ...listGaps(inventory, definitions),
    ...inventory.unread.map(({ kind, id }) => ({
      what: `${nounOf(kind)} ${id}`,
      why: "another object names it, and nothing reads it",
      todo: `With --id ${id} it is written, with its values to fill in.`,
    })),
    ...inventory.missing.map(({ definition: { noun }, id }) => ({
      what: `${noun} ${id}`,
      why: "the platform's list does not show it",
      todo: "Correct --id.",
    })),
    ...inventory.unclear.map(({ kind, fields }) => ({
      what: `${nounOf(kind)} ${labelOf(fields)}`,
      why: "no answer shows how it was made, so its class is unknown",
      todo: "Write it by hand, with `adopt`, if the program is to have it.",
    })),
    ...unfitGaps(unfit),
    ...builtInGaps(inventory),
    ...resources.flatMap(partsOf),
    ...onceGaps(resources),
  ];
}

/** The class of a kind's listed objects, rather than of other objects inside them. */
function mainOf(kind: Kind, definitions: readonly Definition[]): Definition | undefined {
  const ofKind = definitions.filter((one) => one.kind === kind);
  return ofKind.find((one) => idNamespace(one) === kind) ?? ofKind[0];
}

/** Lists that showed nothing, or perhaps not all. */
function listGaps({ lists }: Inventory, definitions: readonly Definition[]): readonly Gap[] {
  const failed = lists.filter(({ is }) => is !== "whole");
  const groups = Map.groupBy(failed, ({ kind, is, why }) => `${kind} ${is} ${why ?? ""}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const definition = first && mainOf(first.kind, definitions);
    if (first === undefined || definition === undefined) return [];
    const places = group.flatMap(({ parents }) => parents);
    const of = places.length > 0 ? ` of ${enumerated(places)}` : "";
    return [{ what: `${plural(definition.noun)}${of}`, ...listGap(first, definition) }];
  });
}

function listGap({ is, why, items }: Listed, definition: Definition): Omit<Gap, "what"> {
  const others = `Name those you want with --id ${exampleOf(definition)}.`;
  switch (is) {
    case "none":
      return { why: whyNone(why, definition), todo: placeOf(definition) ?? others };
    case "forbidden":
      return {
        why: sentence(why ?? "the key may not read them"),
        todo: "Use a key that may read them.",
      };
    case "part":
    case "whole":
      return {
        why: `the list has ${items.length} and is a part of a longer one; how to get the rest is not known`,
        todo: `Compare it with the console. ${others}`,
      };
  }
}

function whyNone(why: string | undefined, definition: Definition): string {
  if (why !== undefined) return sentence(why);
  return placeOf(definition) === undefined
    ? "the platform shows no list of them"
    : "they are listed by project, and the platform shows no list of projects";
}

/** The facts needed before they can be listed. */
function placeOf({ naturalId }: Definition): string | undefined {
  return naturalId?.startsWith("{projectId}") ? "Name the projects with --id proj_…." : undefined;
}

/** How an id of the class is given to the command. */
function exampleOf({ kind, type, create, naturalId }: Definition): string {
  const prefix = idPrefixes[kind];
  const isPlain = create === undefined && naturalId === undefined;
  return isPlain && prefix !== undefined ? `${prefix}…` : `${type.split(":")[1] ?? type}:<id>`;
}

/** Those of a class with one reason are one gap. */
function unfitGaps(unfit: readonly Unfit[]): readonly Gap[] {
  const groups = Map.groupBy(unfit, ({ found, why, todo }) =>
    JSON.stringify([found.definition.noun, why, todo]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { found, why, todo = "Look after it in the console." } = first;
    const { noun } = found.definition;
    const labels = same.map((one) => labelOf({ id: one.found.id, ...one.found.observed }));
    const what = `${same.length === 1 ? noun : plural(noun)} ${enumerated(labels, mostUnfit)}`;
    return [{ what, why, todo }];
  });
}

const mostUnfit = 8;

/** Objects that the platform makes by itself. */
function builtInGaps({ builtIn }: Inventory): readonly Gap[] {
  const groups = Map.groupBy(builtIn, ({ definition: { noun } }) => noun);
  return [...groups].map(([noun, same]) => {
    const labels = same.map(({ id, observed }) => labelOf({ id, ...observed }));
    return {
      what: `${same.length === 1 ? noun : plural(noun)} ${enumerated(labels)}`,
      why: "made by the platform itself, and again after a replacement",
      todo: "Nothing is to be done.",
    };
  });
}

/** Values of an object that the platform shows and the program lacks. */
function partsOf({ subject, className, name }: Resource): readonly Gap[] {
  const parts = [...subject.unsaid, ...subject.unsayable];
  if (parts.length === 0) return [];
  return [
    {
      what: `${enumerated(parts)} of ${className} "${name}"`,
      why: "the platform shows it in words that no input of the class has",
      todo: "It stays as it is until the object is changed or replaced; look after it in the console.",
    },
  ];
}

/** Outputs that only the answer to a create shows. */
function onceGaps(resources: readonly Resource[]): readonly Gap[] {
  const definitions = new Set(resources.map(({ subject }) => subject.definition));
  return [...definitions]
    .filter(({ shownOnce }) => shownOnce.length > 0)
    .map(({ noun, shownOnce }) => ({
      what: `${enumerated(shownOnce)} of ${plural(noun)}`,
      why: "the platform shows them once, at creation",
      todo: "They stay unknown to the program; take them from where they are kept.",
    }));
}

function labelOf({ name, id }: Readonly<Record<string, unknown>>): string {
  if (typeof name !== "string") return String(id ?? "without an id");
  return id === undefined || id === name ? `"${name}"` : `"${name}" (${String(id)})`;
}

/** `a, b and c`, or the first ones and how many more. */
function enumerated(words: readonly string[], most = 3): string {
  const shown = words.slice(0, most);
  const more = words.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return new Intl.ListFormat("en-GB").format(all);
}

function sentence(text: string): string {
  return text.replace(/\.$/, "");
}
