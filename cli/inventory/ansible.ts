import { CommandError } from "../exit.ts";
import type { Host } from "./machines.ts";

/**
 * An inventory in YAML. It has nothing of the platform but addresses and names that were found safe: Ansible evaluates
 * what is in it.
 *
 * @throws CommandError where the names of two components come to one group.
 */
export function ansibleOf(hosts: readonly Host[]): string {
  const groups = Map.groupBy(hosts.flatMap(placesOf), ({ group }) => group);
  for (const [group, places] of groups)
    refuseShared(group, [...new Set(places.map(({ of }) => of))]);
  return [
    "# Written by `pulumi-hosting inventory`.",
    "all:",
    ...section(
      "hosts",
      1,
      hosts.flatMap(({ alias, login: { address, port } }) => [
        `    "${alias}":`,
        `      ansible_host: "${address}"`,
        `      ansible_port: ${port}`,
      ]),
    ),
    ...section(
      "children",
      1,
      [...groups]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([group, places]) => [
          `    "${group}":`,
          "      hosts:",
          ...places.map(({ alias }) => `        "${alias}": {}`),
        ]),
    ),
    "",
  ].join("\n");
}

function section(name: string, depth: number, lines: readonly string[]): readonly string[] {
  const head = `${"  ".repeat(depth)}${name}:`;
  return lines.length === 0 ? [`${head} {}`] : [head, ...lines];
}

/** A group that a host is in, and the name that this stands for. */
interface Place {
  readonly alias: string;
  readonly group: string;
  readonly of: string;
}

function placesOf({ alias, class: of, components }: Host): readonly Place[] {
  return [
    { alias, group: `class_${of.toLowerCase()}`, of },
    ...components.map((name) => ({ alias, group: `component_${word(name)}`, of: name })),
  ];
}

/** Group names have letters, digits and underscores. */
function word(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}

function refuseShared(group: string, [name, other]: readonly string[]): void {
  if (other === undefined) return;
  throw new CommandError(
    `No inventory was written: the components ${JSON.stringify(name)} and ${JSON.stringify(other)} would both be the group ${group}. Rename one of them, or take --format json.`,
  );
}
