import type { Declaration, Program } from "../program.ts";
import type { World } from "./world.ts";

/** A resource gets another logical name, and `adopt` where an alias belongs; some are replaced on demand. */
export const adoption: World = (random) => ({
  versions: (versions) => {
    const at = random.between(1, versions.length);
    const before = versions[at - 1] ?? [];
    const victim = random.pickFrom(before);
    if (victim === undefined) return versions;
    const rename = (program: Program) => renamed(program, victim.name);
    // Everything that comes later has the new name, too.
    const renamedAlone = random.chance(0.5) ? [rename(before)] : [];
    const later = versions.slice(at).map(rename);
    const after = [...renamedAlone, ...later];
    return [...versions.slice(0, at), ...(after.length === 0 ? [rename(before)] : after)];
  },
});

/** A resource is replaced although nothing of it changed. */
export const forcedReplacements: World = () => ({ forcedReplacements: true });

/** The suffix of a name, which inputs that follow from it lack. */
export const renamedEnd = "-renamed";

function renamed(program: Program, name: string): Program {
  const newName = `${name}${renamedEnd}`;
  return program.map((declaration) =>
    declaration.name === name
      ? { ...declaration, name: newName, logicalName: newName, adoptFrom: name }
      : { ...declaration, links: relinked(declaration.links, name, newName) },
  );
}

function relinked(links: Declaration["links"], name: string, newName: string) {
  return Object.fromEntries(
    Object.entries(links).map(([input, link]) => [
      input,
      link.to === name ? { ...link, to: newName } : link,
    ]),
  );
}
