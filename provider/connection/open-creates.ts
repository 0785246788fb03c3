import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { openSqlite } from "../../sqlite/database.ts";
import { requireOwn } from "../../sqlite/directory.ts";
import { isOpenElsewhere } from "../coordination/file/sqlite-journal.ts";
import { createName } from "../lifecycle/create/unresolved.ts";

/** A create in the journal of this machine: no run of it has been shown a state with the outcome. */
export interface OpenCreate {
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
  /** Id of the new object, where an answer had it. */
  readonly id: string | undefined;
  /** The value that HOSTING_FORGET_UNRESOLVED takes. */
  readonly name: string;
  /** Its process has not ended: a run is under way, or was killed some seconds ago. */
  readonly isUnderWay: boolean;
  /** True once its run has ended in good order, as it is of an object without a name: only a lost state lacks it. */
  readonly hasRunEnded: boolean;
}

const Row = z.object({
  token: z.string(),
  subject: z.string(),
  directory: z.string(),
  world: z.string(),
  owner: z.string(),
  // Organization, project and stack.
  stack: z
    .string()
    .nullable()
    .transform((text) => (text === null || text === "" ? [] : namesIn(text))),
  at: z.int(),
  id: z.string().nullable(),
  told: z.int(),
});

const StopRow = z.object({
  id: z.string(),
  subject: z.string(),
  directory: z.string(),
  stack: z.string().transform(namesIn),
  at: z.int(),
});

/**
 * Creates that killed runs left open on all platforms and those that runs have under way, oldest first. The file is
 * only read.
 *
 * @throws Error when the file is none of ours.
 */
export function openCreatesIn(file: string, now: number): readonly OpenCreate[] {
  if (!existsSync(file)) return [];
  requireOwn(dirname(file));
  const database = openSqlite(file, { readOnly: true });
  try {
    const rows = database
      .prepare(
        "SELECT token, subject, directory, world, stack, owner, at, id, told FROM creates WHERE handed = 0 ORDER BY at",
      )
      .all();
    return rows
      .map((row) => Row.parse(row))
      .map(({ owner, stack: names, token, id, at, told, ...known }) => {
        const [organization, , stack] = names;
        const name = createName(token, at);
        const hasRunEnded = told === 1;
        const isUnderWay = !hasRunEnded && isOpenElsewhere({ owner, at }, now);
        const made = { id: id ?? undefined, isUnderWay, hasRunEnded };
        return { ...known, token, organization, stack, at, name, ...made };
      });
  } finally {
    database.close();
  }
}

/** A machine that a run stopped for its deletion, and that is neither deleted nor started again. */
export interface StoppedMachine extends Pick<OpenCreate, "subject" | "directory" | "stack" | "at"> {
  readonly id: string;
}

/**
 * Machines that are stopped for a deletion that did not happen, on all platforms, oldest first. The file is only read.
 *
 * @throws Error when the file is none of ours.
 */
export function stoppedMachinesIn(file: string): readonly StoppedMachine[] {
  if (!existsSync(file)) return [];
  requireOwn(dirname(file));
  const database = openSqlite(file, { readOnly: true });
  try {
    // Versions up to 0.2.0 made no such table.
    const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'stops'").get();
    if (isThere === undefined) return [];
    return database
      .prepare("SELECT id, subject, directory, stack, at FROM stops ORDER BY at")
      .all()
      .map((row) => StopRow.parse(row))
      .map(({ stack: [, , stack], ...known }) => ({ ...known, stack }));
  } finally {
    database.close();
  }
}

function namesIn(text: string): readonly string[] {
  return z.array(z.string()).catch([]).parse(JSON.parse(text));
}
