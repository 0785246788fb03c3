import { join } from "node:path";
import { type LeftOpen, leftOpenIn } from "../../../provider/connection/left-open.ts";
import { statePath } from "../../../provider/connection/state-directory.ts";
import { asLine } from "../as-line.ts";
import { type Examined, isOfProject } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";

/** What killed runs may have made without a stack that knows of it. */
export const checkJournal: Check = (examined) => {
  const file = join(statePath(examined.terminal.env), "intents.db");
  try {
    const open = leftOpenIn(file, Date.now());
    if (open.length > 0) return open.map((create) => findingOf(create, examined));
    return [{ state: "ok", about: "journal", says: "no run has left a create open" }];
  } catch (error) {
    const says = `${file} was not read: ${asLine(error)}`;
    return [{ state: "note", about: "journal", says }];
  }
};

function findingOf(create: LeftOpen, examined: Examined): Finding {
  const { subject, directory, stack, at, id, doubt } = create;
  const since = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
  const command = stack === undefined ? "pulumi up" : `pulumi up --stack ${stack}`;
  return {
    state: isOfProject(examined, directory) ? "wrong" : "note",
    about: "journal",
    says: `A run that was killed ${what} at ${since}. Run \`${command}\` in ${directory}, which takes over what there is. If the program lost it, delete it in the console and set HOSTING_FORGET_UNRESOLVED=${doubt} then.`,
  };
}
