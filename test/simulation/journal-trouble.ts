import { existsSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { JournalTrouble } from "./worlds/world.ts";

const refusals: Readonly<Record<Exclude<JournalTrouble, "cannot be opened">, readonly string[]>> = {
  "takes no line": ["BEFORE INSERT ON creates"],
  "takes no id": [
    "BEFORE INSERT ON creates WHEN NEW.id IS NOT NULL",
    "BEFORE UPDATE OF id ON creates WHEN NEW.id IS NOT NULL",
  ],
};

/**
 * The journal's file for a run in which there is trouble with it. A file that is not there yet can
 * only be one that cannot be opened.
 */
export function troubled(file: string, trouble: JournalTrouble): string {
  if (trouble === "cannot be opened" || !existsSync(file)) {
    writeFileSync(`${file}-blocked`, "");
    return `${file}-blocked/intents.db`;
  }
  using database = new DatabaseSync(file);
  refusals[trouble].forEach((when, at) => {
    database.exec(
      `CREATE TRIGGER IF NOT EXISTS full_${at} ${when} BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
    );
  });
  return file;
}

/** From now on the disk has space again. */
export function repaired(file: string): void {
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file);
  for (const at of [0, 1]) database.exec(`DROP TRIGGER IF EXISTS full_${at}`);
}
