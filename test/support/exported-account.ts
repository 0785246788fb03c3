import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { newWorld, type Send } from "../platform/support.ts";
import { fillAccount } from "./account-world.ts";
import { type CliRun, type CliSeat, runCli } from "./cli.ts";
import { prepared } from "./prepared-platform.ts";

/** An account with everything, and an empty directory to export it to. */
export interface Account {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly send: Send;
  readonly world: ReturnType<typeof newWorld>;
  /** Runs `pulumi-hosting export` in the directory. */
  run(args: readonly string[], seat?: CliSeat): Promise<CliRun>;
}

/** Makes an account whose objects have the same ids each time. */
export async function newAccount(times: number): Promise<Account> {
  const world = newWorld({ seed: "export", defaults: { ratePerMinute: null } });
  const { send, file, clock } = world;
  prepared(world.platform);
  const ask = async (route: string, body?: unknown) => {
    const reply = await send(route, body);
    if (reply.status > 299) throw new Error(`${route}: ${reply.status}`);
    return reply.body;
  };
  await fillAccount({
    ...{ ask, times, project: "proj_1" },
    settle: async () => clock.pass(3600),
    freePort: async (name) => {
      const { port_block: block } = Object(await ask(`GET /api/v1/instances/${name}`));
      return block.first_port + 1;
    },
  });
  const env = { HOSTING_BACKEND: "embedded", HOSTING_EMBEDDED_FILE: file };
  const directory = join(file, "..");
  return {
    ...{ directory, env, send, world },
    run: (args, seat = {}) => runCli(["export", ...args], { directory, env, ...seat }),
  };
}

/** The texts of a directory's files, without what differs each time: certificates, and the package's version. */
export function textsIn(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory).sort();
  return Object.fromEntries(
    names.map((name) => [name, constant(readFileSync(join(directory, name), "utf8"))]),
  );
}

function constant(text: string): string {
  return text
    .replace(/-----BEGIN CERTIFICATE.*?END CERTIFICATE-----(\\n)?/g, "<PEM>")
    .replace(`"^${manifest.version}"`, '"^<version>"');
}
