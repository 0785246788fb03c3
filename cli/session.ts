import type { Ending } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** The surroundings of commands. */
export interface Session {
  readonly terminal: Terminal;
  /** How the command ends, unless it is `done` or throws. */
  end(ending: Ending): void;
}
