import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** Large enough for the state of a large stack. */
const mostBytes = 1024 * 1024 * 1024;

/** Where the Pulumi CLI runs. */
type Seat = Pick<Terminal, "env" | "directory" | "stop">;

/** The output of the Pulumi CLI, and why it failed if it did. It may hold secrets: none of it is in an error. */
export interface Ran {
  readonly stdout: string;
  readonly failure?: string;
}

/**
 * Runs the Pulumi CLI in the terminal's directory and returns its output.
 *
 * @param failed The failure, as the beginning of the error: `The stack "dev" was not read`.
 * @throws CommandError when there is no such CLI, and when it fails.
 */
export async function pulumi(args: readonly string[], failed: string, seat: Seat): Promise<string> {
  const { stdout, failure } = await ranPulumi(args, seat);
  if (failure === undefined) return stdout;
  throw new CommandError(`${failed}: ${failure}. Try \`pulumi ${args[0]}\` in ${seat.directory}.`);
}

/** Runs a command that also says on stdout why it fails. */
export async function ranPulumi(
  args: readonly string[],
  { env, directory, stop: signal }: Seat,
): Promise<Ran> {
  const options = { env, cwd: directory, signal, maxBuffer: mostBytes };
  try {
    return await promisify(execFile)("pulumi", [...args, "--non-interactive"], options);
  } catch (error) {
    signal.throwIfAborted();
    const stdout = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    return { stdout, failure: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "there is no `pulumi` on the PATH";
  const stderr = "stderr" in error ? String(error.stderr) : "";
  const line = stderr.split("\n").find((text) => text.startsWith("error:"));
  return line?.slice("error:".length).trim() ?? "`pulumi` failed";
}
