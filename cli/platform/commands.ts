import { Argument, type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { CommandName } from "./actions.ts";
import { paces, secondsOf } from "./arguments.ts";

/** Names the file with the platform's data. */
export function fileOption(): Option {
  return new Option(
    "--file <file>",
    "the platform's file; else HOSTING_EMBEDDED_FILE, else .hosting/platform.db beside the nearest Pulumi.yaml at or above this directory",
  );
}

/** The commands of the platform's operator, below `pulumi-hosting platform`. */
export function addPlatformCommands(platform: Command, session: Session): void {
  for (const name of topNames) declare(platform, name, session);
  refuseUnknown(platform, platform);
  const faults = platform
    .command("faults")
    .helpCommand(false)
    .description("Lists, adds and ends faults of requests.")
    .addHelpText(
      "after",
      examplesHelp(
        [
          "npx pulumi-hosting platform faults",
          "the faults in force, and how many requests met each",
        ],
        [
          `npx pulumi-hosting platform faults add '{"status":503,"times":2}'`,
          "the next two requests are refused",
        ],
      ),
    );
  for (const name of faultNames) declare(faults, name, session);
}

/** A command that runs without a name takes a misspelt one for an argument: the nearest is suggested instead. */
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

function declare(parent: Command, name: CommandName, { terminal }: Session): void {
  const { argument: declared, options = [], about, examples } = commands[name];
  const isDefault = name === "list";
  const command = parent.command(name, { isDefault });
  if (isDefault) refuseUnknown(parent, command);
  if (declared !== undefined) command.addArgument(declared());
  for (const [flags, what] of options) command.option(flags, what);
  command
    .description(about)
    .addOption(fileOption())
    .option("--json", "print the answer of the control API")
    .addHelpText("after", examplesHelp(...examples))
    .action(async (...given: readonly unknown[]) => {
      const { runOnPlatform } = await import("./actions.ts");
      const [value] = declared === undefined ? [] : given;
      const argument = typeof value === "string" ? value : undefined;
      await runOnPlatform({ name, argument, options: command.optsWithGlobals() }, terminal);
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

const commands: Readonly<Record<CommandName, Declaration>> = {
  snapshot: {
    argument: () =>
      new Argument("[name]", "name to save it under; without one, lists the saved moments"),
    about: "Saves the platform's data under a name, over an earlier one of that name.",
    examples: [
      ["npx pulumi-hosting platform snapshot before", "to come back to this moment"],
      ["npx pulumi-hosting platform snapshot", "the saved moments, oldest first"],
    ],
  },
  restore: {
    argument: () => new Argument("<name>", "the name it was saved under"),
    about:
      "Brings back a saved moment: objects, keys, settings, faults, the count of ids and the clock.",
    examples: [
      ["npx pulumi-hosting platform restore before", "the data of that moment"],
      ["npx pulumi-hosting platform restore before --json", "the same, and the contents as JSON"],
    ],
  },
  reset: {
    about:
      "Empties the platform: no objects, keys, faults or log. Its id, root key and saved moments stay.",
    examples: [
      [
        "npx pulumi-hosting platform snapshot full && npx pulumi-hosting platform reset",
        "empty, with a way back",
      ],
      ["npx pulumi-hosting platform reset --file /tmp/platform.db", "the platform in that file"],
    ],
  },
  clock: {
    argument: () => new Argument("[pace]", "how the time passes").choices(paces),
    about: "Shows the platform's time, stops it or lets it pass again.",
    examples: [
      ["npx pulumi-hosting platform clock", "the platform's time"],
      ["npx pulumi-hosting platform clock frozen", "stops the time"],
    ],
  },
  advance: {
    argument: () => new Argument("<seconds>", "how far").argParser(secondsOf),
    about: "Moves the platform's time forward.",
    examples: [
      [
        "npx pulumi-hosting platform advance 3600",
        "an hour later: boots are over, invitations run out",
      ],
      ["npx pulumi-hosting platform advance 60 --json", "the new time as JSON"],
    ],
  },
  bill: {
    options: [["--project <id>", "costs of this project only"]],
    about: "Shows the monthly cost at present prices, line by line, and the parts without a price.",
    examples: [
      ["npx pulumi-hosting platform bill", "the monthly cost of everything"],
      ["npx pulumi-hosting platform bill --project proj_default --json", "for a script"],
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
      "Shows where load balancers, port forwards and floating IPs listen on this machine, and the answering backends.",
    examples: [
      [
        "npx pulumi-hosting platform traffic",
        "all local addresses, once `pulumi-hosting platform --traffic` serves it",
      ],
      [
        "npx pulumi-hosting platform traffic --backend web-1=127.0.0.1:8081",
        "your program on port 8081 stands for the instance web-1",
      ],
    ],
  },
  list: {
    about: "Lists the faults in force.",
    examples: [
      ["npx pulumi-hosting platform faults list", "and how many requests met each"],
      ["npx pulumi-hosting platform faults list --json", "the same as JSON"],
    ],
  },
  add: {
    argument: () => new Argument("<fault>", "the requests and the fault, as JSON"),
    about: "Adds a fault: requests meet it instead of being handled (docs/guides/command-line.md).",
    examples: [
      [
        `npx pulumi-hosting platform faults add '{"method":"POST","path":"/v1/volumes","status":503,"times":2}'`,
        "two creates of volumes are refused",
      ],
      [
        `npx pulumi-hosting platform faults add '{"delay":2000}'`,
        "every answer comes two seconds later",
      ],
    ],
  },
  clear: {
    argument: () => new Argument("[id]", "the fault; all of them unless given"),
    about: "Ends a fault, or all of them.",
    examples: [
      ["npx pulumi-hosting platform faults clear", "the platform is well again"],
      ["npx pulumi-hosting platform faults clear fault_1", "that one alone"],
    ],
  },
};
