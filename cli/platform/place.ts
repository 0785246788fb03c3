import type { Assumptions } from "../../contract/assumptions.ts";
import { readSettings } from "../../provider/connection/settings.ts";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";

/** A platform's file, and what is taken as true of it. */
export interface Place {
  readonly file: string;
  readonly assumptions: Assumptions;
}

/** The one that is named, else the one that the provider uses in this directory with its embedded backend. */
export function placeOf(file: string | undefined, { env, directory }: Terminal): Place {
  const embedded = { ...env, HOSTING_BACKEND: "embedded" };
  const { backend, assumptions } = readSettings({
    env: file === undefined ? embedded : { ...embedded, HOSTING_EMBEDDED_FILE: file },
    config: () => undefined,
    directory,
  });
  if (backend.kind === "embedded") return { file: backend.file, assumptions };
  throw new CommandError("Nothing was done: no platform file is set. Name one with --file.");
}
