import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { sender } from "../platform/support.ts";
import { fillAccount, privateKey } from "./account-world.ts";
import type { TestStack } from "./stack.ts";

const command = join(import.meta.dirname, "..", "..", "dist", "cli", "main.js");

/** Fills the stack's platform with what nobody's program made. */
export async function fillPlatform(stack: TestStack, times: number): Promise<void> {
  const send = sender(stack.platform);
  const ask = async (route: string, body?: unknown) => {
    const reply = await send(route, body);
    if (reply.status > 299)
      throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await fillAccount({
    ...{ ask, times, project: "proj_1" },
    settle: async () => stack.platform.clock.advance(3600),
    freePort: async (name) => {
      const { port_block: block } = Object(await ask(`GET /api/v1/instances/${name}`));
      return block.first_port + 1;
    },
  });
  stack.requests();
}

/** Runs the built `pulumi-hosting` in the stack's directory and returns what it printed. */
async function runHosting(stack: TestStack, ...args: readonly string[]): Promise<string> {
  const { directory, env } = stack;
  const given = [command, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: directory, env });
  return stdout;
}

/** Exports the account, and makes the program that of the stack, with what is to be filled in. */
export async function useExported(stack: TestStack, ...args: readonly string[]): Promise<void> {
  const told = await runHosting(stack, "export", "--out", "infra", "--json", ...args);
  const from = join(stack.directory, "infra");
  const modules = readdirSync(from).filter((name) => name.endsWith(".ts"));
  for (const name of modules) copyFileSync(join(from, name), join(stack.directory, name));
  const { toFillIn } = Told.parse(JSON.parse(told));
  const secrets = toFillIn.flatMap(({ key }) => ["--secret", `${key}=${privateKey}`]);
  await stack.run("config", "set-all", "--stack", "dev", ...secrets);
}

const Told = z.object({ toFillIn: z.array(z.object({ key: z.string() })) });

/** Does what the README says once everything is taken over. */
export function dropAdoption(stack: TestStack): void {
  rmSync(join(stack.directory, "adopted.ts"));
  const index = join(stack.directory, "index.ts");
  writeFileSync(index, readFileSync(index, "utf8").replace('import "./adopted.ts";\n', ""));
}
