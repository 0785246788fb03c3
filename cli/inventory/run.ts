import { references } from "../../resources/_registry.ts";
import { stateOf } from "../doctor/stack-state.ts";
import { takeAccount } from "../export/read-account.ts";
import { machines } from "../operate/classes.ts";
import type { Session } from "../session.ts";
import { settingsOf } from "../settings.ts";
import { wordsOf } from "../words.ts";
import { aliasesOf } from "./aliases.ts";
import { ansibleOf } from "./ansible.ts";
import type { InventoryOptions } from "./formats.ts";
import { type Host, type Machine, machinesOfAccount, machinesOfState } from "./machines.ts";

/**
 * Prints the machines of a stack, or of an account, for tools that log in.
 *
 * @throws CommandError when the stack cannot be read.
 */
export async function inventory(options: InventoryOptions, session: Session): Promise<void> {
  const { stack, json, format } = options;
  const { terminal } = session;
  const found =
    stack === undefined
      ? await ofAccount(session)
      : machinesOfState((await stateOf(stack, terminal)).all);
  const aliases = aliasesOf(found);
  const named = found.map((machine, at) => ({ ...machine, alias: aliases[at] }));
  if (json === true || format === "json") {
    const all = named.map(({ login, alias = null, ...rest }) => {
      return { alias, ...rest, address: login?.address ?? null, port: login?.port ?? null };
    });
    terminal.print(`${JSON.stringify({ stack: stack ?? null, machines: all })}\n`);
    return;
  }
  const hosts = named.flatMap(({ alias, login, ...rest }) => {
    if (alias !== undefined && login !== undefined) return [{ ...rest, alias, login }];
    const why = login === undefined ? "it shows no address" : "neither its name nor its id is safe";
    terminal.note(`${rest.class} ${JSON.stringify(rest.name)} is left out: ${why}.`);
    return [];
  });
  terminal.print(format === "ssh" ? sshOf(hosts) : ansibleOf(hosts));
}

/** What no list shows is said, and ends the command as unclear. */
async function ofAccount({ terminal, end }: Session): Promise<readonly Machine[]> {
  const settings = await settingsOf(terminal, undefined);
  const search = { definitions: machines, references, wanted: [], places: [] };
  const { inventory: taken } = await takeAccount(settings, search, terminal);
  for (const { kind, is, why } of taken.lists) {
    if (is === "whole") continue;
    const what = is === "part" ? "Not all" : "No";
    terminal.note(`${what} ${wordsOf(kind)}s are listed${why === undefined ? "" : `: ${why}`}.`);
    end("unclear");
  }
  return machinesOfAccount(taken);
}

function sshOf(hosts: readonly Host[]): string {
  const blocks = hosts.map(({ alias, login: { address, port } }) =>
    [`Host ${alias}`, `  HostName ${address}`, `  Port ${port}`, ""].join("\n"),
  );
  return ["# Written by `pulumi-hosting inventory`.\n", ...blocks].join("\n");
}
