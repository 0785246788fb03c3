import type { DatabaseSync } from "node:sqlite";
import { format, oldestFormat } from "./schema.ts";

/** @throws Error when the file is not a platform's, or of a format that this version does not read. */
export function refuseForeign(connection: DatabaseSync, file: string): void {
  const { found, tables } = inspect(connection, file);
  if (found > format) {
    throw new Error(
      `The platform file "${file}" was not opened: it has format ${found} of a newer pulumi-hosting, and this one reads ${format}. Update pulumi-hosting or choose another file.`,
    );
  }
  if (found === 0 && tables > 0) throw notOurs(file);
  if (found > 0 && found < oldestFormat) {
    throw new Error(
      `The platform file "${file}" was not opened: it has format ${found} of an older pulumi-hosting, and this one reads ${format}. Delete it for a new world, or choose another file.`,
    );
  }
}

/** Format and number of tables. In one statement, because another process may be making the tables. */
export function inspect(connection: DatabaseSync, file: string) {
  try {
    const row = connection
      .prepare(
        "SELECT user_version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version",
      )
      .get();
    return { found: Number(row?.["user_version"]), tables: Number(row?.["tables"]) };
  } catch (error) {
    throw hasMessage(error, "not a database") ? notOurs(file) : error;
  }
}

/** True for an error of SQLite that says so. */
export function hasMessage(error: unknown, part: string): boolean {
  return error instanceof Error && error.message.includes(part);
}

/** True where it was the file that could not be used. */
export function isOfFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

function notOurs(file: string): Error {
  return new Error(
    `The platform file "${file}" was not opened: it was not made by pulumi-hosting. Choose another file.`,
  );
}
