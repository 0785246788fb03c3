import {
  type OpenCreate,
  type StoppedMachine,
  stoppedMachinesIn,
} from "../../../provider/connection/open-creates.ts";
import { asLine } from "../as-line.ts";
import { type Examined, isOfProject } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";
import { hasInState, isInDoubt, isOfStack, journalFile, openCreates } from "../killed-runs.ts";

/** Objects that killed runs may have made without any stack knowing, and machines of this project that such runs stopped. */
export const checkJournal: Check = (examined) => {
  try {
    const stopped = stoppedMachinesIn(journalFile(examined)).filter(({ directory }) =>
      isOfProject(examined, directory),
    );
    return [...findingsOf(openCreates(examined), examined), ...stopped.map(stoppedIn)];
  } catch (error) {
    return [note(`${journalFile(examined)} was not read: ${asLine(error)}`)];
  }
};

function findingsOf(left: readonly OpenCreate[], examined: Examined): readonly Finding[] {
  const isStored = (create: OpenCreate) =>
    isInDoubt(examined, create) || (isOfStack(examined, create) && hasInState(examined, create));
  const open = left.filter((create) => !isStored(create));
  if (open.length > 0) {
    return [...hints(open, examined), ...open.map((create) => findingOf(create, examined))];
  }
  const says =
    left.length === 0
      ? "no run of this machine has left a create open"
      : "the stack's state has all that killed runs left open";
  return [{ state: "ok", about: "journal", says }];
}

/** Of what was made for stacks whose states nobody has read. */
function hints(open: readonly OpenCreate[], examined: Examined): readonly Finding[] {
  const stacks = open.flatMap((create) => {
    const { id, directory, stack } = create;
    const isUnread = !isOfStack(examined, create) && isOfProject(examined, directory);
    return id !== undefined && isUnread && stack !== undefined ? [stack] : [];
  });
  return [...new Set(stacks)].map((stack) =>
    note(`With \`--stack ${stack}\` those that its state has are left out.`),
  );
}

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
  const { subject, directory, stack, at, id, name, isUnderWay } = create;
  const since = timeOf(at);
  const what = id === undefined ? `may have made ${subject}` : `made ${subject} (${id})`;
  const command = stack === undefined ? "pulumi up" : `pulumi up --stack ${stack}`;
  const takesOver = `\`${command}\` in ${directory}, which takes over existing objects.`;
  if (isUnderWay) {
    const says = `A run is making ${subject}, or was killed a moment ago. If it is under way, wait for its end; else run ${takesOver}`;
    return { state: "wrong", about: "journal", says };
  }
  const isHere = isOfProject(examined, directory);
  return {
    ...(!isHere && { isElsewhere: true }),
    state: isHere ? "wrong" : "note",
    about: "journal",
    says: `A run that was killed ${what} at ${since}. Run ${takesOver} If the program no longer has it, delete it in the console and run again with HOSTING_FORGET_UNRESOLVED=${name}.`,
  };
}

function note(says: string): Finding {
  return { state: "note", about: "journal", says };
}
