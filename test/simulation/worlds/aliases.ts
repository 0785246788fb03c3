import { type Place, placeOf } from "../places.ts";
import { type Declaration, type Program, without } from "../program.ts";
import type { Random } from "../random.ts";
import { forcedReplacements, relinked } from "./adoption.ts";
import { refreshFirst } from "./refresh-first.ts";
import type { World } from "./world.ts";

/** What a name gets at its end, once and once more; inputs that follow from it do not. */
export const movedEnds = ["-moved", "-moved-on"] as const;
/** What the inputs of a new resource by a name that is free again have behind it. */
export const nextEnd = "-next";

/** The name before all moves. */
export function firstName(name: string): string {
  return name.replace(/-moved(-on)?(?=-|$)/, "");
}

/** A resource gets another name, or comes into a component, with an alias, and more becomes of it later. */
export const aliases: World = (random) => {
  const moves = Array.from({ length: random.pick([1, 1, 2]) }, () => drawMove(random));
  return {
    ...(random.chance(0.5) ? { tidiesUp: true } : {}),
    // What a refresh reads has the former place, which the run after it is asked about by the new one.
    ...(random.chance(0.4) ? refreshFirst(random) : {}),
    ...(random.chance(0.2) ? forcedReplacements(random) : {}),
    versions: (versions) => moves.reduce(withMove, versions),
  };
};

const sequels = [
  "nothing",
  "moves again",
  "moves back",
  "is adopted back",
  "is adopted on",
  "leaves",
  "has a successor",
  "has a successor that is the same",
] as const;

/** All that is drawn of a move; places count on from the first that is possible. */
interface Move {
  readonly at: number;
  readonly victim: number;
  readonly isInto: "another name" | "a component" | "both";
  /** Whether the program changes otherwise in the same version. */
  readonly isAlone: boolean;
  readonly sequel: (typeof sequels)[number];
  readonly sequelAt: number;
  readonly isSequelAlone: boolean;
}

function drawMove(random: Random): Move {
  return {
    at: random.between(0, 2),
    victim: random.between(0, 9),
    isInto: random.pick(["another name", "another name", "a component", "both"]),
    isAlone: random.chance(0.6),
    sequel: random.pick(sequels),
    sequelAt: random.between(0, 2),
    isSequelAlone: random.chance(0.6),
  };
}

type Edit = (program: Program) => Program;

function withMove(versions: readonly Program[], move: Move): readonly Program[] {
  const at = 1 + (move.at % versions.length);
  const before = versions[at - 1] ?? [];
  const victim = before[move.victim % before.length];
  if (victim === undefined || hasMoved(versions, victim)) return versions;
  const moved = edited(versions, moving(victim.name, placeAfter(victim, move)), {
    at,
    isAlone: move.isAlone,
  });
  const later = at + 1 + (move.sequelAt % (moved.length - at));
  const sequel = sequelOf(victim, move);
  return edited(moved, sequel, { at: later, isAlone: move.isSequelAlone });
}

/** One move and its sequel is enough for a resource, and for what follows it. */
function hasMoved(versions: readonly Program[], { name, takesOver, adoptFrom }: Declaration) {
  const isMoved = (known: Declaration) => known.name === name && known.aliases !== undefined;
  return takesOver || adoptFrom !== undefined || versions.some((all) => all.some(isMoved));
}

/** Everything from a version on is as edited; alone the edit is a version of its own. */
function edited(
  versions: readonly Program[],
  edit: Edit,
  { at, isAlone }: { at: number; isAlone: boolean },
): readonly Program[] {
  const before = versions[at - 1] ?? [];
  const later = versions.slice(at).map(edit);
  const own = isAlone || later.length === 0 ? [edit(before)] : [];
  return [...versions.slice(0, at), ...own, ...later];
}

function placeAfter(victim: Declaration, { isInto }: Move): Place {
  const { logicalName, parent } = placeOf(victim);
  return {
    logicalName: isInto === "a component" ? logicalName : `${logicalName}${movedEnds[0]}`,
    // A twin that comes from another component stands apart in this one, too.
    parent: isInto === "another name" ? parent : `${parent ?? "my:component:"}Web`,
  };
}

function sequelOf(victim: Declaration, { sequel }: Move): Edit {
  const { name } = victim;
  const first = placeOf(victim);
  const further = { ...first, logicalName: `${first.logicalName}${movedEnds[1]}` };
  switch (sequel) {
    case "nothing":
      return (program) => program;
    case "moves again":
      return moving(name, further);
    case "moves back":
      return moving(name, first);
    case "is adopted back":
      return adopting(name, first);
    case "is adopted on":
      return adopting(name, further);
    case "leaves":
      return (program) => without(program, name);
    case "has a successor":
      return followedBy(successorOf(victim, nextEnd));
    case "has a successor that is the same":
      // Without a name in its inputs nothing of it is the same object.
      return followedBy(successorOf(victim, hasOwnName(victim) ? nextEnd : ""));
  }
}

/** By an alias: it stays the same resource. */
function moving(name: string, place: Place): Edit {
  return (program) =>
    program.map((declaration) => {
      if (declaration.name !== name) return declaration;
      const former = [placeOf(declaration), ...(declaration.aliases ?? [])];
      const others = former.filter((known) => !isSamePlace(known, place));
      return { ...declaration, ...place, aliases: others };
    });
}

/** By `adopt`: to the engine the former one leaves, and another one comes. */
function adopting(name: string, place: Place): Edit {
  const newName = `${name}-adopted`;
  return (program) =>
    program.map(({ aliases: former, ...declaration }) =>
      declaration.name === name
        ? { ...declaration, ...place, name: newName, adoptFrom: name }
        : {
            ...declaration,
            ...(former === undefined ? {} : { aliases: former }),
            links: relinked(declaration.links, name, newName),
          },
    );
}

function followedBy(successor: Declaration): Edit {
  return (program) => {
    // What is made of other resources is one of a kind: an address has one assignment.
    const isLinked = Object.keys(successor.links).length > 0;
    const isThere = program.some(({ name }) => name === successor.name);
    return isLinked || isThere ? program : [...program, successor];
  };
}

/** Another resource by the name that the former one had. */
function successorOf(former: Declaration, end: string): Declaration {
  const { name, inputs } = former;
  const own = Object.entries(inputs).map(([input, value]) => [
    input,
    typeof value === "string" ? value.replace(name, `${name}${end}`) : value,
  ]);
  const { adoptFrom: _never, ...kept } = former;
  const place = placeOf(former);
  return {
    ...kept,
    ...place,
    name: `${name}${nextEnd}`,
    inputs: Object.fromEntries(own),
    takesOver: true,
  };
}

/** Members, addresses and what has a name of the user's own cannot be there twice. */
function hasOwnName({ name, inputs }: Declaration): boolean {
  return Object.values(inputs).some((value) => typeof value === "string" && value.includes(name));
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.logicalName === other.logicalName && one.parent === other.parent;
}
