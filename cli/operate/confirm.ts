import { createInterface } from "node:readline/promises";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Asks a person before something is cut.
 *
 * @throws CommandError where the answer is no, or nobody is there to give one.
 */
export async function confirm(terminal: Terminal, question: string): Promise<void> {
  const { stdin, stop } = terminal;
  if (!("isTTY" in stdin && stdin.isTTY === true)) {
    throw new CommandError(
      `Nothing was done: ${question} No terminal is there to answer; add --yes to confirm.`,
    );
  }
  terminal.note(`${question} [y/N]`);
  const lines = createInterface({ input: stdin });
  try {
    const answer = await lines.question("", { signal: stop });
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("Nothing was done.");
  } finally {
    lines.close();
  }
}
