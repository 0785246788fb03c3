import type { Database } from "./database.ts";

/** Gives what `load` reads, and reads it again only when anybody has changed the file since. */
export function kept<T>(database: Pick<Database, "version">, load: () => T): () => T {
  let last: { readonly version: number; readonly value: T } | undefined;
  return () => {
    const { version } = database;
    if (last?.version !== version) last = { version, value: load() };
    return last.value;
  };
}
