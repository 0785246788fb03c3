import type { DatabaseSync, DatabaseSyncOptions, SQLInputValue, StatementSync } from "node:sqlite";

/** Opens a file with Node's SQLite. */
export function openSqlite(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const sqlite = withoutItsWarning(() => process.getBuiltinModule("node:sqlite"));
  return new sqlite.DatabaseSync(file, options);
}

/** Node 22 warns once that SQLite is experimental, which no user can do anything about. */
function withoutItsWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (String(warning).startsWith("SQLite is an experimental feature")) return;
    Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * SQL written as a template: each is prepared once, and its values are bound. Those of node's own tag
 * store outlive `close` and keep the file open until they are collected (node 24.21).
 */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<TemplateStringsArray, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(text: TemplateStringsArray, ...values: SQLInputValue[]) {
    return this.#of(text).run(...values);
  }

  get(text: TemplateStringsArray, ...values: SQLInputValue[]) {
    return this.#of(text).get(...values);
  }

  all(text: TemplateStringsArray, ...values: SQLInputValue[]) {
    return this.#of(text).all(...values);
  }

  #of(text: TemplateStringsArray): StatementSync {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const made = this.#database.prepare(text.join("?"));
    this.#prepared.set(text, made);
    return made;
  }
}
