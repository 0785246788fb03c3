import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll } from "vitest";
import { openStack, type TestStack } from "./stack.ts";

/** The program, the state, the embedded platform, and what the machine remembers of the run. */
const made = ["index.ts", "state", ".hosting", ".local"];

/** Stacks after the first `up` of a program that several tests of a file begin with: one runs it, each has a copy. */
export function stacksAfterUp(): (program: string) => Promise<TestStack> {
  const originals = new Map<string, Promise<TestStack>>();
  afterAll(async () => {
    for (const original of originals.values()) await (await original)[Symbol.asyncDispose]();
  });
  return async (program) => {
    const original = originals.get(program) ?? ranOnce(program);
    originals.set(program, original);
    return copyOf(await original);
  };
}

async function ranOnce(program: string): Promise<TestStack> {
  const stack = await openStack();
  stack.program(program);
  await stack.up();
  return stack;
}

async function copyOf({ directory }: TestStack): Promise<TestStack> {
  const stack = await openStack();
  for (const name of made) {
    const from = join(directory, name);
    if (existsSync(from)) cpSync(from, join(stack.directory, name), { recursive: true });
  }
  const journal = join(stack.directory, ".local", "state", "pulumi-hosting", "intents.db");
  using database = new DatabaseSync(journal);
  // What was made there was made here.
  database.prepare("UPDATE creates SET directory = ?").run(stack.directory);
  return stack;
}
