import { existsSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { openWay, type Way } from "../../provider/connection/connection.ts";
import {
  type OpenCreate,
  openCreatesIn,
  type StoppedMachine,
  stoppedMachinesIn,
} from "../../provider/connection/open-creates.ts";
import { projectAbove } from "../../provider/connection/project.ts";
import type { Settings } from "../../provider/connection/settings.ts";
import { statePath } from "../../provider/connection/state-directory.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { limited } from "./limited.ts";
import { type ProjectStates, projectStates } from "./project-states.ts";
import { type StackState, stateOf } from "./stack-state.ts";

const mostSeconds = 60;

/** The subject of the checks. */
export interface Examined {
  readonly terminal: Terminal;
  readonly stack: string | undefined;
  /** Of the stack; undefined without one, and where it cannot be read. */
  readonly state: StackState | undefined;
  /** Why the state cannot be read. */
  readonly stateProblem: unknown;
  /** Creates in the journal of this machine, oldest first; none where it cannot be read. */
  readonly creates: readonly OpenCreate[];
  /** Machines that are stopped for a deletion which did not happen, by the same journal. */
  readonly stopped: readonly StoppedMachine[];
  /** Why the journal cannot be read. */
  readonly journalProblem: unknown;
  /** The state of the stack, and, for creates of the project that it lacks, those of the other stacks. */
  readonly states: ProjectStates;
  /** Directory of the Pulumi.yaml at or above this one. */
  readonly project: string | undefined;
  /** Language of the program, as Pulumi names it; `nodejs` where no project says it. */
  readonly runtime: string;
  /** Undefined where they cannot be read. */
  readonly settings: Settings | undefined;
  /** To the platform of the settings; undefined where that is a file that is not there yet. */
  readonly way: Way | undefined;
  /** Why the settings, or the way they name, cannot be used. */
  readonly problem: unknown;
}

/** Where this machine notes what its runs make. */
export function journalFile({ terminal }: Pick<Examined, "terminal">): string {
  return join(statePath(terminal.env), "intents.db");
}

/** True for a directory of the program that is looked at. */
export function isOfProject(
  { project, terminal }: Pick<Examined, "project" | "terminal">,
  directory: string,
): boolean {
  const here = project ?? terminal.directory;
  return directory === here || directory.startsWith(`${here}${sep}`);
}

/** Reads the settings, the journal and states, and opens the way to the platform, as far as there are any. Nothing is sent. */
export async function examine(terminal: Terminal, stack: string | undefined): Promise<Examined> {
  const project = projectAbove(terminal.directory);
  const looks = [settingsIn(terminal, stack), stateIn(terminal, stack)] as const;
  const [settings, ofStack] = await Promise.all(looks);
  const { state } = ofStack;
  const journal = journalOf(terminal);
  const known = new Map(stack === undefined || state === undefined ? [] : [[stack, state]]);
  const made = journal.creates.filter(
    ({ id, directory }) => id !== undefined && isOfProject({ terminal, project }, directory),
  );
  const states = await projectStates(terminal, { known, made });
  const runtime = runtimeOf(project);
  return { terminal, stack, project, runtime, ...settings, ...ofStack, ...journal, states };
}

/** Runtimes whose programs import the package. */
export const nodeRuntimes: readonly string[] = ["nodejs", "bun"];

/** The runtime of a Pulumi.yaml is a word, or a map with a name. */
function runtimeOf(project: string | undefined): string {
  const text = project === undefined ? "" : readFileSync(join(project, "Pulumi.yaml"), "utf8");
  const [, value = ""] = /^runtime:(.*(?:\r?\n[ \t]+.*)*)/m.exec(text) ?? [];
  const [, name] = /\bname:\s*["']?([\w-]+)/.exec(value) ?? /^\s*["']?([\w-]+)/.exec(value) ?? [];
  return name ?? "nodejs";
}

function journalOf(terminal: Terminal): Pick<Examined, "creates" | "stopped" | "journalProblem"> {
  try {
    const file = journalFile({ terminal });
    const creates = openCreatesIn(file, Date.now());
    return { creates, stopped: stoppedMachinesIn(file), journalProblem: undefined };
  } catch (journalProblem) {
    return { creates: [], stopped: [], journalProblem };
  }
}

async function settingsIn(
  terminal: Terminal,
  stack: string | undefined,
): Promise<Pick<Examined, "settings" | "way" | "problem">> {
  try {
    const settings = await limited(terminal, mostSeconds, (seat) => settingsOf(seat, stack));
    return { settings, ...(await wayOf(settings)) };
  } catch (problem) {
    terminal.stop.throwIfAborted();
    return { settings: undefined, way: undefined, problem };
  }
}

async function stateIn(
  terminal: Terminal,
  stack: string | undefined,
): Promise<Pick<Examined, "state" | "stateProblem">> {
  try {
    const state = stack === undefined ? undefined : await stateOf(stack, terminal);
    return { state, stateProblem: undefined };
  } catch (stateProblem) {
    terminal.stop.throwIfAborted();
    return { state: undefined, stateProblem };
  }
}

async function wayOf(settings: Settings): Promise<Pick<Examined, "way" | "problem">> {
  const { backend } = settings;
  // Opening it would make it.
  if (backend.kind === "embedded" && !existsSync(backend.file)) {
    return { way: undefined, problem: undefined };
  }
  try {
    return { way: await openWay(settings, () => undefined), problem: undefined };
  } catch (problem) {
    return { way: undefined, problem };
  }
}
