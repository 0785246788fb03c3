import { isPathSegment } from "../../contract/ids.ts";
import { newId, type Sql } from "../store/index.ts";

/** A project: what a key can be kept to, and where members and objects belong (spec 2.12, 5). */
export interface Project {
  readonly id: string;
  readonly name: string;
}

/** There from the first moment, so programs can name it. */
export const defaultProject: Project = { id: "proj_default", name: "default" };

/** The projects of the account. */
export class Projects {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * @param id Default: a new one.
   * @throws Error when the id is not like `proj_…` or a project has it.
   */
  create(name: string, id = newId(this.#sql, { kind: "project" })): Project {
    const refused = `The project "${name}" was not created`;
    if (!/^proj_./.test(id) || !isPathSegment(id)) {
      throw new Error(`${refused}: "${id}" is not an id like proj_shop.`);
    }
    if (this.has(id)) throw new Error(`${refused}: there is a project "${id}" already.`);
    this.#sql.run`INSERT INTO projects (id, name) VALUES (${id}, ${name})`;
    return { id, name };
  }

  has(id: string): boolean {
    return this.#sql.get`SELECT 1 FROM projects WHERE id = ${id}` !== undefined;
  }

  /** Oldest first. */
  list(): readonly Project[] {
    return this.#sql.all`SELECT id, name FROM projects ORDER BY serial`.map(({ id, name }) => ({
      id: String(id),
      name: String(name),
    }));
  }
}
