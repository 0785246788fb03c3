import type { Choices } from "../choices/choices.ts";
import type { TimeSource } from "../operator/clock.ts";
import type { Database } from "../store/database.ts";
import { Objects, type Reach } from "../store/objects.ts";
import { Keys } from "./keys.ts";
import { defaultProject, Projects } from "./projects.ts";

/** The account's objects, projects and keys: who may do what with which objects. */
export function accountIn(database: Database, clock: TimeSource) {
  const account = new Objects(database.shown, { project: null, home: defaultProject.id }, clock);
  const projects = new Projects(database.watched);
  return { account, projects, keys: new Keys(database, { clock, account, projects }) };
}

/** What a key reaches (spec 5): its project, or the whole account. */
export function reachOf(
  project: string | null,
  { projects, choices }: { readonly projects: Projects; readonly choices: Choices },
): Reach {
  if (project !== null) return { project, home: project };
  const isNewest = choices["access.accountHome"] === "newest";
  return { project, home: isNewest ? projects.newest() : defaultProject.id };
}
