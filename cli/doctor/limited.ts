import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";

/** Where a command of the Pulumi CLI runs. */
export type Seat = Pick<Terminal, "env" | "directory" | "stop">;

/**
 * Lets the work run commands of the Pulumi CLI for so long.
 *
 * @throws CommandError when they take longer.
 */
export async function limited<T>(
  { env, directory, stop }: Seat,
  seconds: number,
  work: (seat: Seat) => Promise<T>,
): Promise<T> {
  const timeUp = AbortSignal.timeout(seconds * 1000);
  // It would ask for a newer version of itself.
  const quiet = { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    return await work({ env: quiet, directory, stop: AbortSignal.any([stop, timeUp]) });
  } catch (error) {
    stop.throwIfAborted();
    if (!timeUp.aborted) throw error;
    throw new CommandError(
      `\`pulumi\` gave no answer in ${seconds} seconds. Try \`pulumi whoami\`: its backend may be out of reach.`,
    );
  }
}
