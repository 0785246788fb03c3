import { type Place, placeOf } from "../places.ts";
import type { Program } from "../program.ts";
import type { World } from "./world.ts";

/** The suffix of a name, once and once more; inputs that follow from it lack it. */
export const movedEnds = ["-moved", "-moved-on"] as const;

/** The name before all moves. */
export function firstName(name: string): string {
  return name.replace(/-moved(-on)?(?=-|$)/, "");
}

/** A resource gets another name, or comes into a component, with an alias; later it moves on, or back. */
export const aliases: World = (random) => {
  const at = random.between(1, 3);
  const victim = random.between(0, 9);
  const isInto = random.pick(["another name", "another name", "a component", "both"]);
  const isAlone = random.chance(0.6);
  const sequel = random.pick(["nothing", "moves on", "moves back"]);
  return {
    ...(random.chance(0.5) ? { tidiesUp: true } : {}),
    versions: (versions) => {
      const before = versions[Math.min(at, versions.length) - 1] ?? [];
      const moving = before[victim % before.length];
      if (moving === undefined) return versions;
      const first = placeOf(moving);
      const move = (program: Program) => moved(program, moving.name, placeAfter(first, isInto));
      const known = versions.slice(0, at);
      const later = versions.slice(at).map(move);
      const after = [...known, ...(isAlone || later.length === 0 ? [move(before)] : []), ...later];
      const last = after.at(-1) ?? [];
      const on = { ...first, logicalName: `${first.logicalName}${movedEnds[1]}` };
      if (sequel === "nothing") return after;
      return [...after, moved(last, moving.name, sequel === "moves on" ? on : first)];
    },
  };
};

function placeAfter({ logicalName, parent }: Place, isInto: string): Place {
  return {
    logicalName: isInto === "a component" ? logicalName : `${logicalName}${movedEnds[0]}`,
    // A twin that comes from another component stays apart in this one, too.
    parent: isInto === "another name" ? parent : `${parent ?? "my:component:"}Web`,
  };
}

/** The program with a resource in another place, and aliases of those it had: it stays the same resource. */
function moved(program: Program, name: string, place: Place): Program {
  return program.map((declaration) => {
    if (declaration.name !== name) return declaration;
    const former = [placeOf(declaration), ...(declaration.aliases ?? [])];
    const others = former.filter(
      ({ logicalName, parent }) => logicalName !== place.logicalName || parent !== place.parent,
    );
    return { ...declaration, ...place, aliases: others };
  });
}
