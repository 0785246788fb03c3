import type { Command, Option } from "commander";

/** A word that may come next. */
export interface Completion {
  readonly word: string;
  readonly what: string;
}

/** The possible continuations of the words, of which the last is unfinished; none where the user writes a value. */
export function completionsOf(program: Command, words: readonly string[]): readonly Completion[] {
  const before = words.slice(0, -1);
  const unfinished = words.at(-1) ?? "";
  const command = commandAt(program, before);
  const open = optionNamed(command, before.at(-1));
  const found = open?.required === true ? valuesOf(open) : wordsOf(command, unfinished);
  return found.filter(({ word }) => word.startsWith(unfinished));
}

function commandAt(program: Command, words: readonly string[]): Command {
  return words.reduce(
    (at, word) => at.commands.find((command) => command.name() === word) ?? at,
    program,
  );
}

function optionNamed(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(
    ({ long, short }) => word !== undefined && [long, short].includes(word),
  );
}

function valuesOf({ argChoices = [] }: Option): readonly Completion[] {
  return argChoices.map((word) => ({ word, what: "" }));
}

function wordsOf(command: Command, unfinished: string): readonly Completion[] {
  const help = command.createHelp();
  if (unfinished.startsWith("-")) {
    return help
      .visibleOptions(command)
      .map(({ long, description }) => ({ word: long ?? "", what: description }));
  }
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [
    ...help
      .visibleCommands(command)
      .map((each) => ({ word: each.name(), what: each.summary() || each.description() })),
    ...choices.map((word) => ({ word, what: "" })),
  ];
}
