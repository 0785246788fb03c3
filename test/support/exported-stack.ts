import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
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

/** Runs the built `hosting` in the stack's directory and returns what it printed. */
export async function runHosting(stack: TestStack, ...args: readonly string[]): Promise<string> {
  const { directory, env } = stack;
  const given = [command, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: directory, env });
  return stdout;
}

/** Makes the exported program that of the stack, with what is to be filled in. */
export async function useExported(stack: TestStack, folder: string): Promise<void> {
  const from = join(stack.directory, folder);
  const modules = readdirSync(from).filter((name) => name.endsWith(".ts"));
  for (const name of modules) copyFileSync(join(from, name), join(stack.directory, name));
  const { next } = JSON.parse(
    await runHosting(stack, "export", "--out", folder, "--id", "proj_1", "--json"),
  );
  stack.requests();
  const keys = next.flatMap(
    (step: string) => /^pulumi config set --secret (\S+)/.exec(step)?.[1] ?? [],
  );
  const secrets = keys.flatMap((key: string) => ["--secret", `${key}=${privateKey}`]);
  await stack.run("config", "set-all", "--stack", "dev", ...secrets);
}

/** Does what the README says once everything is taken over. */
export function dropAdoption(stack: TestStack): void {
  rmSync(join(stack.directory, "adopted.ts"));
  const index = join(stack.directory, "index.ts");
  writeFileSync(index, readFileSync(index, "utf8").replace('import "./adopted.ts";\n', ""));
}
