import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensurePulumi } from "../cli/ensure.ts";
import { copyExample } from "../examples.ts";
import { root } from "../root.ts";

/** A program in a separate directory, with its own state file and embedded platform. */
export interface Workspace {
  /** Where the program is. */
  readonly directory: string;
  /** For commands that are run there. */
  readonly env: NodeJS.ProcessEnv;
  /** File of the embedded platform. */
  readonly platformFile: string;
  /** Runs a command in the program's directory with its output on the terminal. */
  run(program: string, ...args: string[]): Promise<void>;
  close(): void;
}

/** Copies an example into a temporary directory, so that nothing of a user's is touched. */
export async function openExample(name: string): Promise<Workspace> {
  return await openWorkspace(name, (directory) => copyExample(name, directory));
}

/** Writes a program into a temporary directory of this name. */
export async function openWorkspace(
  name: string,
  write: (directory: string) => void,
): Promise<Workspace> {
  const cli = await ensurePulumi();
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-demo-"));
  const program = join(directory, name);
  mkdirSync(program);
  write(program);
  symlinkSync(join(root, "node_modules"), join(program, "node_modules"), "dir");
  mkdirSync(join(directory, "state"));
  const path = [dirname(process.execPath), cli.directory, process.env["PATH"]].join(delimiter);
  const env = {
    ...withoutSettings(process.env),
    PATH: path,
    PULUMI_HOME: join(directory, "home"),
    PULUMI_BACKEND_URL: `file://${join(directory, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    XDG_STATE_HOME: join(directory, "machine"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  return {
    directory: program,
    env,
    platformFile: join(program, ".hosting/platform.db"),
    run: (command, ...args) => run({ command, args, cwd: program, env }),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A user's own settings must not lead the demonstration to a real account. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("HOSTING_")));
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

async function run({ command, args, cwd, env }: Command): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0)
    throw new Error(`\`${[command, ...args].join(" ")}\` failed (exit code ${code}).`);
}
