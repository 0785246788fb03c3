import type { Machine } from "./machines.ts";

/**
 * A name of each machine that Ansible and ssh take for nothing but a name: its own, with its class where several
 * have that, else its id. Undefined where none of them is safe and of one machine alone.
 */
export function aliasesOf(machines: readonly Machine[]): readonly (string | undefined)[] {
  const wanted = machines.map(({ name, class: of, id }) => {
    return [...new Set([name, `${name}-${of.toLowerCase()}`, id])];
  });
  // Ansible tells capitals apart, and ssh does not.
  const holders = Map.groupBy(wanted.flat(), (alias) => alias.toLowerCase());
  return wanted.map((aliases) =>
    aliases.find((alias) => isSafe(alias) && holders.get(alias.toLowerCase())?.length === 1),
  );
}

/** No pattern, range or option of either format, no group of the inventory, and no name or address of another host. */
function isSafe(alias: string): boolean {
  const isName = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(alias);
  return isName && !/^(?:all|ungrouped|localhost|component_.*|class_.*)$/i.test(alias);
}
