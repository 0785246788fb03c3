import type { OpenCreate, StoppedMachine } from "../../../provider/connection/open-creates.ts";
import { asLine } from "../as-line.ts";
import { type Examined, isOfProject, journalFile } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";
import { openCreates } from "../killed-runs.ts";

/**
 * Objects that earlier runs may have made without any stack knowing, and machines of this project that were stopped for a
 * deletion which did not happen.
 */
export const checkJournal: Check = (examined) => {
  const { creates, journalProblem, stopped } = examined;
  if (journalProblem !== undefined) {
    return [note(`${journalFile(examined)} was not read: ${asLine(journalProblem)}`)];
  }
  const open = openCreates(examined).map((create) => findingOf(create, examined));
  const isKnown = creates.some(({ directory }) => isOfProject(examined, directory));
  const none = isKnown
    ? "a state has all that earlier runs left open"
    : "no run of this machine has left a create open";
  return [
    ...(open.length > 0 ? open : [{ state: "ok", about: "journal", says: none } as const]),
    ...stopped.filter(({ directory }) => isOfProject(examined, directory)).map(stoppedIn),
  ];
};

/** The next `up` starts it, so nothing is wrong. */
function stoppedIn({ subject, id, directory, stack, at }: StoppedMachine): Finding {
  const command = stack === undefined ? "pulumi up" : `pulumi up --stack ${stack}`;
  return note(
    `${subject} (${id}) was stopped at ${timeOf(at)} for a deletion that did not happen. \`${command}\` in ${directory} starts it, if the program keeps it.`,
  );
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function findingOf(create: OpenCreate, examined: Examined): Finding {
  const { subject, directory, stack, at, id, name, isUnderWay, hasRunEnded } = create;
  const command = stack === undefined ? "pulumi up" : `pulumi up --stack ${stack}`;
  const takesOver = `\`${command}\` in ${directory}, which takes over existing objects.`;
  if (isUnderWay) {
    return wrong(
      `A run is making ${subject}, or was killed a moment ago. If it is under way, wait for its end; else run ${takesOver}`,
    );
  }
  const since = timeOf(at);
  const run = hasRunEnded ? "An earlier run" : "A run that was killed";
  const made = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
  const begin = `${run} ${made} at ${since}`;
  if (!isOfProject(examined, directory)) {
    return {
      ...note(`${begin}. Run \`npx pulumi-hosting doctor\` in ${directory}.`),
      isElsewhere: true,
    };
  }
  const forget = `run again with HOSTING_FORGET_UNRESOLVED=${name}`;
  const { read, problem } = examined.states;
  if (id === undefined) {
    return wrong(
      `${begin}. Run ${takesOver} If the program no longer has it, look in the console: unless \`pulumi stack --show-ids\` of a stack lists it, delete it there and ${forget}.`,
    );
  }
  if (problem === undefined) {
    const stacks = read.size === 0 ? "the project has no stack" : [...read.keys()].join(", ");
    return wrong(
      `${begin}, and no state that can be read has it (${stacks}). Run ${takesOver} If neither the program nor a stack elsewhere has it, delete it in the console and ${forget}.`,
    );
  }
  const unread = `${begin}. It is in no state that can be read (${asLine(problem)})`;
  // The engine has it, so only a state that was never written lacks it.
  if (hasRunEnded) return note(`${unread}, and may well be in another one.`);
  return wrong(`${unread}. Run ${takesOver}`);
}

function wrong(says: string): Finding {
  return { state: "wrong", about: "journal", says };
}

function note(says: string): Finding {
  return { state: "note", about: "journal", says };
}
