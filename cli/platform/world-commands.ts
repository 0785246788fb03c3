import { Argument, type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import { paces, secondsOf } from "./arguments.ts";
import type { WorldCommandName } from "./world.ts";

/** Names the file that holds the world. */
export function fileOption(): Option {
  return new Option(
    "--file <file>",
    "the platform's file; else HOSTING_EMBEDDED_FILE, else .hosting/platform.db beside the nearest Pulumi.yaml at or above this directory",
  );
}

/** What the platform's operator does to its world, below `hosting platform`. */
export function addWorldCommands(platform: Command, session: Session): void {
  for (const name of topNames) declare(platform, name, session);
  refuseUnknown(platform, platform);
  const faults = platform
    .command("faults")
    .helpCommand(false)
    .description("Decides what goes wrong with requests: lists, adds and ends faults.")
    .addHelpText(
      "after",
      examplesHelp(
        ["hosting platform faults", "what is in force, and how many requests met it"],
        [
          `hosting platform faults add '{"status":503,"times":2}'`,
          "the next two requests are refused",
        ],
      ),
    );
  for (const name of faultNames) declare(faults, name, session);
}

/** What runs where no command is named takes a misspelt one for an argument: the nearest is told instead. */
function refuseUnknown(parent: Command, whereNoneIsNamed: Command): void {
  whereNoneIsNamed.allowExcessArguments().hook("preAction", ({ args }, acting) => {
    if (acting !== whereNoneIsNamed || args.length === 0) return;
    // Only a command that does nothing itself tells the nearest one.
    const known = parent.createCommand().copyInheritedSettings(parent);
    for (const command of parent.commands) known.command(command.name());
    known.parse(args, { from: "user" });
  });
}

const topNames = ["snapshot", "restore", "reset", "clock", "advance", "bill", "traffic"] as const;
const faultNames = ["list", "add", "clear"] as const;

function declare(parent: Command, name: WorldCommandName, { terminal }: Session): void {
  const { argument: declared, options = [], about, examples } = commands[name];
  const isDefault = name === "list";
  const command = parent.command(name, { isDefault });
  if (isDefault) refuseUnknown(parent, command);
  if (declared !== undefined) command.addArgument(declared());
  for (const [flags, what] of options) command.option(flags, what);
  command
    .description(about)
    .addOption(fileOption())
    .option("--json", "print what the control API answers")
    .addHelpText("after", examplesHelp(...examples))
    .action(async (...given: readonly unknown[]) => {
      const { runOnWorld } = await import("./world.ts");
      const [value] = declared === undefined ? [] : given;
      const argument = typeof value === "string" ? value : undefined;
      await runOnWorld({ name, argument, options: command.optsWithGlobals() }, terminal);
    });
}

interface Declaration {
  /** At most one. */
  readonly argument?: () => Argument;
  /** Besides those of every command. */
  readonly options?: readonly (readonly [flags: string, about: string])[];
  readonly about: string;
  readonly examples: Parameters<typeof examplesHelp>;
}

const commands: Readonly<Record<WorldCommandName, Declaration>> = {
  snapshot: {
    argument: () =>
      new Argument("[name]", "what to save it under; what is saved is listed unless given"),
    about: "Saves the world as it is under a name; what had the name before is given up.",
    examples: [
      ["hosting platform snapshot before", "to come back to this moment"],
      ["hosting platform snapshot", "what is saved, oldest first"],
    ],
  },
  restore: {
    argument: () => new Argument("<name>", "what it was saved under"),
    about:
      "Brings back a saved moment: objects, keys, settings, faults, the count of ids and the clock.",
    examples: [
      ["hosting platform restore before", "the world of that moment"],
      ["hosting platform restore before --json", "the same, and what it holds as JSON"],
    ],
  },
  reset: {
    about:
      "Empties the world: no objects, keys, faults or log. Its id, root key and what is saved stay.",
    examples: [
      ["hosting platform snapshot full && hosting platform reset", "empty, with a way back"],
      ["hosting platform reset --file /tmp/world.db", "the world in that file"],
    ],
  },
  clock: {
    argument: () => new Argument("[pace]", "how the time passes").choices(paces),
    about: "Shows the platform's time, lets it stand still or pass again.",
    examples: [
      ["hosting platform clock", "what time it is there"],
      ["hosting platform clock frozen", "the time stands still"],
    ],
  },
  advance: {
    argument: () => new Argument("<seconds>", "how far").argParser(secondsOf),
    about: "Moves the platform's time forward.",
    examples: [
      ["hosting platform advance 3600", "an hour later: boots are over, invitations run out"],
      ["hosting platform advance 60 --json", "the new time as JSON"],
    ],
  },
  bill: {
    options: [["--project <id>", "what this project pays alone"]],
    about: "Shows what a month costs at present prices, thing by thing, and what has no price.",
    examples: [
      ["hosting platform bill", "what everything that is there costs a month"],
      ["hosting platform bill --project proj_default --json", "for a script"],
    ],
  },
  traffic: {
    options: [
      [
        "--backend <instance=address...>",
        "lets your program answer for an instance, like web-1=127.0.0.1:8081; web-1=none ends that",
      ],
    ],
    about:
      "Shows where load balancers, port forwards and floating IPs listen on this machine, and what answers.",
    examples: [
      ["hosting platform traffic", "what is where, once `hosting platform --traffic` serves it"],
      [
        "hosting platform traffic --backend web-1=127.0.0.1:8081",
        "your program on port 8081 stands for the instance web-1",
      ],
    ],
  },
  list: {
    about: "Lists the faults in force.",
    examples: [
      ["hosting platform faults list", "and how many requests met each"],
      ["hosting platform faults list --json", "the same as JSON"],
    ],
  },
  add: {
    argument: () => new Argument("<fault>", "which requests and what befalls them, as JSON"),
    about: "Adds a fault: requests meet it instead of being handled (docs/guides/command-line.md).",
    examples: [
      [
        `hosting platform faults add '{"method":"POST","path":"/v1/volumes","status":503,"times":2}'`,
        "two creates of volumes are refused",
      ],
      [`hosting platform faults add '{"delay":2000}'`, "every answer comes two seconds later"],
    ],
  },
  clear: {
    argument: () => new Argument("[id]", "the fault; all of them unless given"),
    about: "Ends a fault, or all of them.",
    examples: [
      ["hosting platform faults clear", "the platform is well again"],
      ["hosting platform faults clear fault_1", "that one alone"],
    ],
  },
};
