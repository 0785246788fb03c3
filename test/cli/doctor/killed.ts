import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type JournalOptions,
  SqliteJournal,
} from "../../../provider/coordination/file/sqlite-journal.ts";
import { type Account, resource } from "./account.ts";

/** A pending operation as an export has it. */
export const pending = (name: string, more: object = {}, type = "creating") => ({
  resource: { ...resource(name, { id: undefined, outputs: undefined }), ...more },
  type,
});

export const root = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
export const rootResource = { urn: root, type: "pulumi:pulumi:Stack" };

/** The journal as a run of the seat's stack had it ten minutes ago, or at another time. */
function journalOf(seat: Account, minutesAgo = 10): SqliteJournal {
  const state = join(seat.env["XDG_STATE_HOME"] ?? "", "pulumi-hosting");
  mkdirSync(state, { recursive: true });
  const options: JournalOptions = {
    ...{ file: join(state, "intents.db"), directory: seat.directory },
    world: `api:${seat.url}#`,
    clock: { now: () => Date.now() - minutesAgo * 60_000 },
  };
  return new SqliteJournal(options);
}

/**
 * Creates noted by a run that was killed then; without an id, those that never had an answer. Now,
 * it is under way in this process, as the provider of a killed run is for some seconds.
 */
export async function killedIn(
  seat: Account,
  made: Readonly<Record<string, string | undefined>>,
  { stack = "dev", minutesAgo = 10 } = {},
): Promise<void> {
  (await noteRun(seat, made, { stack, minutesAgo })).close();
}

/** Creates of objects without a name that a run made which then ended in good order, a minute ago. */
export async function endedIn(
  seat: Account,
  made: Readonly<Record<string, string>>,
  stack = "dev",
): Promise<void> {
  const journal = await noteRun(seat, made, { stack, minutesAgo: 1, isNamed: false });
  await journal.endRun();
  journal.close();
}

async function noteRun(
  seat: Account,
  made: Readonly<Record<string, string | undefined>>,
  { stack, minutesAgo, isNamed = true }: { stack: string; minutesAgo: number; isNamed?: boolean },
): Promise<SqliteJournal> {
  const journal = journalOf(seat, minutesAgo);
  for (const [subject, id] of Object.entries(made)) {
    const of = JSON.stringify(["organization", "shop", stack]);
    const about = { token: `t-${subject}`, declaration: subject, subject, stack: of };
    const intent = { ...about, type: subject, sentBy: undefined, isNamed };
    if (id === undefined) await journal.sent(intent);
    else await journal.made(intent, id);
  }
  return journal;
}

/** A container that a run stopped for its deletion, and that was killed then. */
export function stoppedIn(seat: Account, name: string): void {
  const journal = journalOf(seat);
  const stack = JSON.stringify(["organization", "shop", "dev"]);
  journal.stopping({ type: "container", id: name, subject: `container "${name}"`, stack });
  journal.close();
}
