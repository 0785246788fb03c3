import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** Room for the state of a large stack. */
const mostBytes = 1024 * 1024 * 1024;

/**
 * What the Pulumi CLI prints in the terminal's directory. It may hold secrets: none of it is in an error.
 *
 * @param failed What did not happen, as the beginning of the error: `The stack "dev" was not read`.
 * @throws CommandError when there is no such CLI, and when it fails.
 */
export async function pulumi(
  args: readonly string[],
  failed: string,
  { env, directory, stop: signal }: Pick<Terminal, "env" | "directory" | "stop">,
): Promise<string> {
  const options = { env, cwd: directory, signal, maxBuffer: mostBytes };
  try {
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], options);
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(
      `${failed}: ${reasonOf(error)}. Try \`pulumi ${args[0]}\` in ${directory}.`,
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "there is no `pulumi` on the PATH";
  const stderr = "stderr" in error ? String(error.stderr) : "";
  const line = stderr.split("\n").find((text) => text.startsWith("error:"));
  return line?.slice("error:".length).trim() ?? "`pulumi` failed";
}
