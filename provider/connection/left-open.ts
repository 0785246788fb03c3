import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { doubtName } from "../lifecycle/state/doubt.ts";
import { isLeftOpen, processesHere } from "./journal-file.ts";

/** A create that this machine noted and of which it never learned that a state holds the outcome. */
export interface LeftOpen {
  /** Names the create, also in a state that does not know its outcome. */
  readonly token: string;
  /** The object in words. */
  readonly subject: string;
  /** Directory of the program. */
  readonly directory: string;
  readonly stack: string | undefined;
  readonly organization: string | undefined;
  /** As in the states of its stack. */
  readonly world: string;
  /** When the request left, in milliseconds since the epoch. */
  readonly at: number;
  /** Id of what was made, where an answer told it. */
  readonly id: string | undefined;
  /** What HOSTING_FORGET_UNRESOLVED takes. */
  readonly doubt: string;
}

const Row = z.object({
  token: z.string(),
  subject: z.string(),
  directory: z.string(),
  world: z.string(),
  // Organization, project and stack.
  stack: z
    .string()
    .nullable()
    .transform((text) => (text === null || text === "" ? [] : namesIn(text))),
  at: z.int(),
  id: z.string().nullable(),
});

/**
 * What killed runs left open on all platforms, oldest first. The file is only read; what a run may
 * have under way is left out.
 *
 * @throws Error when the file is none of ours.
 */
export function leftOpenIn(
  file: string,
  now: number,
  processes = processesHere(),
): readonly LeftOpen[] {
  return rowsIn(file, "handed = 0")
    .filter((row) => isLeftOpen(row, now, processes))
    .map(asLeftOpen);
}

/**
 * What runs made that ended in good order, and no later run of this machine was shown: the engine has it, unless it
 * failed to store its state.
 *
 * @throws Error when the file is none of ours.
 */
export function notShownIn(file: string): readonly LeftOpen[] {
  return rowsIn(file, "handed = 1 AND id IS NOT NULL").map(asLeftOpen);
}

const Freed = z.object({
  world: z.string(),
  kind: z.string(),
  name: z.string(),
  /** What had it, as deletions are noted: by kind or by class. */
  type: z.string(),
});
export type Freed = Readonly<z.output<typeof Freed>>;

/**
 * Names of objects that runs of this machine deleted, without those that a later run of it used again.
 *
 * @throws Error when the file is none of ours.
 */
export function freedNamesIn(file: string): readonly Freed[] {
  const deleted = "deletions USING (world, id) WHERE deletions.done = 1";
  const query = `SELECT freed.world, kind, name, type FROM freed JOIN ${deleted}`;
  return answersIn(file, query).map((row) => Freed.parse(row));
}

function rowsIn(file: string, which: string): readonly unknown[] {
  const columns = "token, subject, directory, world, stack, owner, at, id";
  return answersIn(file, `SELECT ${columns} FROM creates WHERE ${which} ORDER BY at`);
}

function answersIn(file: string, query: string): readonly unknown[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

function asLeftOpen(row: unknown): LeftOpen {
  const { token, id, at, stack: names, ...known } = Row.parse(row);
  const [organization, , stack] = names;
  const doubt = doubtName(token, at);
  return { ...known, token, organization, stack, at, id: id ?? undefined, doubt };
}

function namesIn(text: string): readonly string[] {
  return z.array(z.string()).catch([]).parse(JSON.parse(text));
}
