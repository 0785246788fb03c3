import type { Command } from "commander";
import type { Session } from "./session.ts";

/** Gives a command its arguments, its help and what it does. */
type Declare = (command: Command, session: Session) => void;

interface Entry {
  readonly name: string;
  /** Its line in the help of `hosting`, and beside it in a shell. */
  readonly summary: string;
  readonly isHidden?: true;
  /** Loaded where the command is named: `hosting --help` has to be quick. */
  load(): Promise<Declare>;
}

/** The commands, in the order of the help. */
export const commands: readonly Entry[] = [
  {
    name: "platform",
    summary: "Serve the embedded platform's API, or change its world.",
    load: async () => (await import("./platform/command.ts")).declarePlatform,
  },
  {
    name: "doctor",
    summary: "Find out what is wrong: tools, settings, key, open questions.",
    load: async () => (await import("./doctor/command.ts")).declareDoctor,
  },
  {
    name: "plan",
    summary: "Tell what a preview means: what is lost, costs and requests.",
    load: async () => (await import("./plan/command.ts")).declarePlan,
  },
  {
    name: "graph",
    summary: "Draw a stack, or what a preview does to it.",
    load: async () => (await import("./graph/command.ts")).declareGraph,
  },
  {
    name: "export",
    summary: "Write a Pulumi program for the objects that an account has.",
    load: async () => (await import("./export/command.ts")).declareExport,
  },
  {
    name: "completion",
    summary: "Print the script that completes commands and options in a shell.",
    load: async () => (await import("./completion/command.ts")).declareCompletion,
  },
  {
    name: "complete",
    summary: "Answer the script of a shell.",
    isHidden: true,
    load: async () => (await import("./completion/command.ts")).declareComplete,
  },
];
