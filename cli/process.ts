import { exitCodes } from "./exit.ts";
import { runCommand } from "./program.ts";
import { StreamTerminal } from "./terminal.ts";

/** Runs the command that this process was started for. */
export async function runProcess(): Promise<void> {
  const { env, stdout, stderr } = process;
  // `hosting … | head`: whoever reads has seen enough.
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    stderr.write(`The output was not written: ${message}. Give it another place.\n`);
    process.exit(exitCodes.failed.code);
  });
  const stop = stopSignal();
  const terminal = new StreamTerminal({
    env,
    directory: process.cwd(),
    stdin: () => process.stdin,
    stdout,
    stderr,
    stop,
  });
  process.exitCode = await runCommand(process.argv.slice(2), terminal);
  // Nobody waits any more for the answer to what was sent.
  if (stop.aborted) process.exit();
}

function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  // Once: a second Ctrl-C ends what does not end by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stopped.abort());
  }
  return stopped.signal;
}
