import { plainText } from "../../provider/display.ts";
import { nameIn, type PlannedResource, type Preview } from "../preview/preview.ts";
import { haveSameInputs, type Pair, type RenamedUrns } from "./same-inputs.ts";

/** Deleted resources that look like new ones under another name. */
export interface Renames {
  /** The new name of each resource that looks renamed by itself, by its URN. */
  readonly resources: ReadonlyMap<string, string>;
  readonly components: readonly RenamedComponent[];
  /** All of them, and what goes along with components. */
  readonly urns: RenamedUrns;
}

/** A component whose parts look renamed all together. */
export interface RenamedComponent {
  readonly type: string;
  readonly name: string;
  readonly to: string;
}

/** The deleted and the new resources of a preview. */
interface Sides {
  readonly gone: readonly PlannedResource[];
  readonly come: readonly PlannedResource[];
  readonly newComponents: readonly PlannedResource[];
  /** URNs of resources that are not deleted. */
  readonly kept: ReadonlySet<string>;
}

/** A component with what is in it, before and after. */
interface Candidate {
  readonly from: Place;
  readonly to: Place;
  readonly pairs: readonly Pair[];
}

interface Found {
  readonly components: readonly Candidate[];
  readonly urns: RenamedUrns;
}

/** Resources that look renamed; ambiguous ones are left out. */
export function renamesOf({ resources }: Preview): Renames {
  const sides = sidesOf(resources);
  let found: Found = { components: [], urns: new Map() };
  let known = -1;
  // Resources that refer to renamed ones are found after those.
  while (found.urns.size > known) {
    known = found.urns.size;
    found = withSingles(sides, withComponents(sides, found));
  }
  const { components, urns } = found;
  const single = [...urns].filter(([urn]) => !components.some(({ from }) => isIn(from, urn)));
  const outermost = components.filter(({ from }) => {
    return !components.some((other) => isIn(other.from, from.urn));
  });
  return {
    resources: new Map(single.map(([urn, to]) => [urn, nameIn(to)])),
    components: outermost.map(({ from, to }) => {
      return { type: typeIn(from), name: nameIn(from.urn), to: nameIn(to.urn) };
    }),
    urns,
  };
}

function sidesOf(resources: readonly PlannedResource[]): Sides {
  const created = resources.filter(({ action }) => action === "create" || action === "adopt");
  return {
    gone: resources.filter(({ action, before }) => {
      return action === "delete" && before?.isCustom === true && !before.isLeftover;
    }),
    come: created.filter(({ after }) => after?.isCustom === true),
    newComponents: created.filter(({ after }) => after?.isCustom === false),
    kept: new Set(resources.filter(({ action }) => action !== "delete").map(({ urn }) => urn)),
  };
}

/** Components first: their parts may differ in nothing but names. */
function withComponents(sides: Sides, found: Found): Found {
  const known = new Set(found.components.map(({ to }) => to.urn));
  const candidates = sides.newComponents
    .filter(({ urn }) => !known.has(urn))
    .map((component) => candidatesFor(placeOf(component.urn), sides, found.urns))
    .flatMap((all) => (all.length === 1 ? all : []));
  const same = [...Map.groupBy(candidates, ({ from }) => from.urn).values()];
  const more = same.flatMap((all) => (all.length === 1 ? all : []));
  const urns = more.flatMap(({ pairs }) => [...urnsOf(pairs)]);
  return {
    components: [...found.components, ...more],
    urns: new Map([...found.urns, ...urns]),
  };
}

/** Under which names it may have been there. The step of the old one is missing where a part is protected. */
function candidatesFor(to: Place, sides: Sides, renamed: RenamedUrns): readonly Candidate[] {
  const parts = sides.come.filter(({ urn }) => isIn(to, urn));
  const [first] = parts.map(({ urn }) => placeOf(urn));
  if (first === undefined) return [];
  const ending = first.name.slice(to.name.length);
  const names = sides.gone
    .map(({ urn }) => placeOf(urn))
    .filter(({ types, name }) => types === first.types && name.endsWith(ending))
    .map(({ name }) => name.slice(0, name.length - ending.length))
    .filter((name) => name !== "");
  return names.flatMap((name): Candidate[] => {
    const from = placed(to, name);
    const old = new Map(
      sides.gone.filter(({ urn }) => isIn(from, urn)).map((one) => [one.urn, one]),
    );
    if (sides.kept.has(from.urn) || old.size !== parts.length) return [];
    const pairs = parts.flatMap((next): Pair[] => {
      const one = old.get(renamedBack(next.urn, from, to));
      return one === undefined ? [] : [{ old: one, next }];
    });
    const known = { renamed: new Map([...renamed, ...urnsOf(pairs)]), isPart: true };
    const isWhole = pairs.length === parts.length;
    return isWhole && pairs.every((pair) => haveSameInputs(pair, known))
      ? [{ from, to, pairs }]
      : [];
  });
}

function withSingles({ gone, come }: Sides, found: Found): Found {
  const taken = new Set(found.urns.values());
  const known = { renamed: found.urns, isPart: false };
  const left = Map.groupBy(
    come.filter(({ urn }) => !taken.has(urn)),
    ({ urn }) => placeOf(urn).types,
  );
  const pairs = gone
    .filter(({ urn }) => !found.urns.has(urn))
    .flatMap((old) => {
      const candidates = (left.get(placeOf(old.urn).types) ?? []).map((next) => ({ old, next }));
      return candidates.filter((pair) => haveSameInputs(pair, known));
    });
  const [before, after] = [countedBy(pairs, "old"), countedBy(pairs, "next")];
  const clear = pairs.filter(({ old, next }) => {
    return before.get(old.urn) === 1 && after.get(next.urn) === 1;
  });
  return { ...found, urns: new Map([...found.urns, ...urnsOf(clear)]) };
}

function countedBy(pairs: readonly Pair[], side: keyof Pair): ReadonlyMap<string, number> {
  const groups = Map.groupBy(pairs, (pair) => pair[side].urn);
  return new Map([...groups].map(([urn, { length }]) => [urn, length]));
}

function urnsOf(pairs: readonly Pair[]): RenamedUrns {
  return new Map(pairs.map(({ old, next }) => [old.urn, next.urn]));
}

/** The parts of a URN: the types of its parents with its own, and its name. */
interface Place {
  readonly urn: string;
  readonly types: string;
  readonly name: string;
}

function placeOf(urn: string): Place {
  const [, , types = "", ...name] = urn.split("::");
  return { urn, types, name: name.join("::") };
}

function placed({ urn, types, name }: Place, wanted: string): Place {
  return { urn: `${urn.slice(0, urn.length - name.length)}${wanted}`, types, name: wanted };
}

/** Pulumi passes the alias of a component on to what is called after it, and only to that. */
function isIn(component: Place, urn: string): boolean {
  const { types, name } = placeOf(urn);
  return types.startsWith(`${component.types}$`) && name.startsWith(component.name);
}

function renamedBack(urn: string, from: Place, to: Place): string {
  const { name } = placeOf(urn);
  return `${urn.slice(0, urn.length - name.length)}${from.name}${name.slice(to.name.length)}`;
}

function typeIn({ types }: Place): string {
  return plainText(types.split("$").at(-1) ?? "");
}

/**
 * The advice for a deleted resource that is created under the same name below other parents; undefined where none is.
 */
export function movedText(urn: string, { resources }: Preview): string | undefined {
  const old = placeOf(urn);
  const [before, own] = splitTypes(old.types);
  const created = resources.filter(({ action }) => action === "create");
  const [next, another] = created.flatMap((one) => {
    const { types, name } = placeOf(one.urn);
    const [after, type] = splitTypes(types);
    return name === old.name && type === own && types !== old.types ? [after] : [];
  });
  if (next === undefined || another !== undefined) return undefined;
  const changed = before.flatMap((type, at) => (type === next[at] ? [] : [at]));
  const [at = 0] = changed;
  const hasNewType = before.length === next.length && changed.length === 1;
  return hasNewType
    ? `the type of its component changed: to keep it, set aliases: [{ type: ${JSON.stringify(plainText(before[at] ?? ""))} }] in the options of ${plainText(next[at] ?? "")}`
    : `looks moved: to keep it, set aliases: [{ parent: ${before.length === 0 ? "pulumi.rootStackResource" : "<its old parent>"} }] in its options (the third argument)`;
}

/** The types of the ancestors, and its own. */
function splitTypes(types: string): readonly [readonly string[], string] {
  const all = types.split("$");
  return [all.slice(0, -1), all.at(-1) ?? ""];
}

/** The advice that keeps the resources of a renamed component. */
export function keepText({ type, name, to }: RenamedComponent): string {
  const noun = type.split(":").at(-1);
  return `${noun} "${name}" looks renamed to "${to}": to keep what is in it, ${aliasText(name)}`;
}

/**
 * The option by which a resource keeps an earlier name's object: not one of its arguments, which
 * would be an unknown input.
 */
export function aliasText(name: string): string {
  return `set aliases: [{ name: ${JSON.stringify(name)} }] in its options (the third argument)`;
}
