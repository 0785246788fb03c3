import { exitCodes } from "./exit.ts";

/** A command line, and what it is good for. */
type Example = readonly [command: string, what: string];

/** The text under the options of each command: two examples or more. */
export function examplesHelp(...examples: readonly [Example, Example, ...Example[]]): string {
  const lines = examples.map(([command, what]) => `  ${command}\n      ${what}`);
  return `\nExamples:\n${lines.join("\n")}`;
}

/** The text under the list of commands. */
export function exitCodesHelp(): string {
  const lines = Object.values(exitCodes).map(
    ({ code, means }) => `  ${String(code).padEnd(4)} ${means}`,
  );
  return `\nExit codes:\n${lines.join("\n")}`;
}
