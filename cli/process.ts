import { runCommand } from "./program.ts";
import { StreamTerminal } from "./terminal.ts";

/** Runs the command that this process was started for. */
export async function runProcess(): Promise<void> {
  const { env, stdout, stderr } = process;
  // `hosting … | head`: whoever reads has seen enough.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
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
}

function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  // Once: a second Ctrl-C ends what does not end by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stopped.abort());
  }
  return stopped.signal;
}
