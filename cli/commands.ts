import type { Command } from "commander";
import type { Session } from "./session.ts";

/** Gives a command its arguments, its help and what it does. */
type Declare = (command: Command, session: Session) => void;

interface Entry {
  readonly name: string;
  /** Its line in the help of `pulumi-hosting`, and beside it in a shell. */
  readonly summary: string;
  readonly isHidden?: true;
  /** Loaded where the command is named: `pulumi-hosting --help` has to be quick. */
  load(): Promise<Declare>;
}

/** The commands, in the order of the help. */
export const commands: readonly Entry[] = [
  {
    name: "platform",
    summary: "Serve the embedded platform's API, or change its data.",
    load: async () => (await import("./platform/command.ts")).declarePlatform,
  },
  {
    name: "doctor",
    summary: "Find problems: tools, settings, key, open creates.",
    load: async () => (await import("./doctor/command.ts")).declareDoctor,
  },
  {
    name: "plan",
    summary: "Explain a preview: losses, costs and requests.",
    load: async () => (await import("./plan/command.ts")).declarePlan,
  },
  {
    name: "drift",
    summary: "Report changes on the platform, and both ways out.",
    load: async () => (await import("./drift/command.ts")).declareDrift,
  },
  {
    name: "graph",
    summary: "Draw a stack, or the effect of a preview on it.",
    load: async () => (await import("./graph/command.ts")).declareGraph,
  },
  {
    name: "export",
    summary: "Write a Pulumi program for the objects that an account has.",
    load: async () => (await import("./export/command.ts")).declareExport,
  },
  {
    name: "inventory",
    summary: "List machines for Ansible and ssh.",
    load: async () => (await import("./inventory/command.ts")).declareInventory,
  },
  {
    name: "restart",
    summary: "Restart a machine.",
    load: async () => (await import("./operate/command.ts")).declareAction("restart"),
  },
  {
    name: "start",
    summary: "Start a machine, or all of a stack.",
    load: async () => (await import("./operate/command.ts")).declareActionOnAll("start"),
  },
  {
    name: "stop",
    summary: "Stop a machine, or all of a stack.",
    load: async () => (await import("./operate/command.ts")).declareActionOnAll("stop"),
  },
  {
    name: "freeze",
    summary: "Freeze a machine.",
    load: async () => (await import("./operate/command.ts")).declareAction("freeze"),
  },
  {
    name: "unfreeze",
    summary: "Let a frozen machine go on.",
    load: async () => (await import("./operate/command.ts")).declareAction("unfreeze"),
  },
  {
    name: "attach",
    summary: "Attach a volume to an instance.",
    load: async () => (await import("./operate/command.ts")).declareAttach,
  },
  {
    name: "detach",
    summary: "Detach a volume.",
    load: async () => (await import("./operate/command.ts")).declareDetach,
  },
  {
    name: "assign",
    summary: "Route a floating IP to an instance.",
    load: async () => (await import("./operate/command.ts")).declareAssign,
  },
  {
    name: "unassign",
    summary: "Take a floating IP from its instance.",
    load: async () => (await import("./operate/command.ts")).declareUnassign,
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
