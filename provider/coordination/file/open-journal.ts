import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory, requireOwn } from "../../../sqlite/directory.ts";
import { HostingError } from "../../errors.ts";
import type { Journal } from "../journal.ts";
import { type JournalOptions, OlderFormat, SqliteJournal } from "./sqlite-journal.ts";

/**
 * The journal of this machine. Where it cannot be written, as on a full disk, the run goes on with one
 * in memory and one warning: only a killed process could then lose a create. Where another program has
 * it locked, nothing is created or stopped.
 */
export function openJournal({
  warn,
  ...options
}: JournalOptions & { warn: (text: string) => void }): Journal & { close(): void } {
  let journal: SqliteJournal | undefined;
  const inMemory = (error: unknown) => {
    warn(
      `the journal of creates (${options.file}) cannot be written (${reasonOf(error)}), so a process that is killed now may lose what it was creating. Make its directory writable, or set XDG_STATE_HOME.`,
    );
    journal = new SqliteJournal({ ...options, file: ":memory:" });
    return journal;
  };
  // Opened when it is first needed: loading SQLite takes time.
  const opened = (): SqliteJournal => {
    if (journal !== undefined) return journal;
    try {
      journal = openFile(options, warn);
      return journal;
    } catch (error) {
      if (isLocked(error)) throw locked(options.file);
      return inMemory(error);
    }
  };
  /** The journal to use instead of one that cannot be used. */
  const instead = (error: unknown): Journal => {
    if (HostingError.isInstance(error)) throw error;
    if (isLocked(error)) throw locked(options.file);
    return inMemory(error);
  };
  const useNow = <T>(work: (journal: Journal) => T): T => {
    const current = opened();
    try {
      return work(current);
    } catch (error) {
      return work(instead(error));
    }
  };
  const use = async <T>(work: (journal: Journal) => Promise<T>): Promise<T> => {
    const current = opened();
    return work(current).catch((error: unknown) => work(instead(error)));
  };
  /** An answer that came must not be lost for a note about it: a later run looks for the object. */
  const noteNow = <T>(work: (journal: Journal) => T): T | undefined => {
    try {
      return useNow(work);
    } catch (error) {
      return unlessOurs(error);
    }
  };
  const note = (work: (journal: Journal) => Promise<void>): Promise<void> =>
    use(work).catch(unlessOurs);
  return {
    find: (token, until) => use((it) => it.find(token, until)),
    sent: (intent, until) => use((it) => it.sent(intent, until)),
    made: (intent, id) => note((it) => it.made(intent, id)),
    aheadMs: async () => 0,
    drop: (token) => note((it) => it.drop(token)),
    endWithState: (object, token) => noteNow((it) => it.endWithState(object, token)),
    unsettled: (stack) => use((it) => it.unsettled(stack)),
    endRun: () => note((it) => it.endRun()),
    stopping: (machine) => useNow((it) => it.stopping(machine)),
    isStopped: (object) => noteNow((it) => it.isStopped(object)) ?? false,
    endStop: (object) => noteNow((it) => it.endStop(object)),
    close: () => journal?.close(),
  };
}

function unlessOurs(error: unknown): undefined {
  if (!HostingError.isInstance(error)) throw error;
}

function openFile(options: JournalOptions, warn: (text: string) => void): SqliteJournal {
  const { file } = options;
  if (file !== ":memory:") {
    makeDirectory(dirname(file));
    requireOwn(dirname(file));
  }
  try {
    return new SqliteJournal(options);
  } catch (error) {
    if (!(error instanceof OlderFormat)) throw error;
    renameSync(file, `${file}.old`);
    warn(`the journal of creates was of an unreleased version and is set aside as ${file}.old.`);
    return new SqliteJournal(options);
  }
}

function isLocked(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (error.errcode === 5 || error.errcode === 6)
  );
}

function locked(file: string): HostingError {
  return new HostingError(
    "unsent",
    `Nothing was sent: another program has the journal of creates (${file}) locked. Run the command again when it has ended.`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
