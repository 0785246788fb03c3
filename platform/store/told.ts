import type { Sql } from "./database.ts";

/** Tells of each change before it is made. */
export function told(sql: Sql, tell: () => void): Sql {
  return {
    all: sql.all.bind(sql),
    get: sql.get.bind(sql),
    run: (...statement) => {
      tell();
      return sql.run(...statement);
    },
  };
}
