import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { SqliteJournal } from "../../../../provider/journal/sqlite-journal.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { nextRun } from "../../../support/next-run.ts";
import { held, type TestContext, world } from "../../../support/session.ts";

/** Inputs or a state of a resource of a stack. */
export function of(stack: string, props: Props, name = "data"): Props {
  return {
    ...held(props, name),
    __identity: { organization: "org", project: "shop", stack, name },
  };
}

/** A run whose check showed what the last one ended with. */
export function checkedIn(
  context: TestContext,
  definition: Definition,
  given: { oldInputs: Props; inputs: Props },
): TestContext {
  const { declared } = context;
  check(definition, { mailEnabled: true, removableOwners: [], now: 0, declared }, given);
  return context;
}

/** Runs that share a journal: each of them opens the file, and forgets what is a month old. */
export function runsOf(context: TestContext): (run?: string) => TestContext {
  const directory = mkdtempSync(join(tmpdir(), "adoptions-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return (run = "run") => {
    const place = { file: join(directory, "journal.db"), world, directory, run };
    return { ...nextRun(context), journal: new SqliteJournal({ ...place, clock: context.clock }) };
  };
}
