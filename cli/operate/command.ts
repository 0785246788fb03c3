import type { Command } from "commander";
import type { Action } from "../../provider/definition/definition.ts";
import { CommandError } from "../exit.ts";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { OperateOptions } from "./operation.ts";

const machineText =
  "name or id of a container, instance or server, with --stack also its name in the program; Class:id where several have it";

/** `restart`, `freeze`, `unfreeze`: one action of a machine. */
export function declareAction(action: Exclude<Action, "start" | "stop">) {
  return (command: Command, session: Session): void => {
    describeAction(command, action)
      .argument("<machine>", machineText)
      .addHelpText("after", examplesHelp(...machineExamples(action)))
      .action(async (machine: string, options: OperateOptions) => {
        const { actOn } = await import("./machine.ts");
        await actOn(action, { machine, options, session });
      });
  };
}

/** `start`, `stop`: the action of one machine, or of all of a stack. */
export function declareActionOnAll(action: "start" | "stop") {
  return (command: Command, session: Session): void => {
    describeAction(command, action)
      .argument("[machine]", machineText)
      .option("--all", allTexts[action])
      .addHelpText(
        "after",
        examplesHelp(...machineExamples(action), [
          `npx pulumi-hosting ${action} --all --stack staging --yes`,
          "all machines of a stack, as a job at night does it",
        ]),
      )
      .action(async (machine: string | undefined, options: ActionOptions) => {
        if ((machine === undefined) === (options.all !== true)) {
          throw new CommandError("Nothing was done: name a machine, or give --all, and not both.");
        }
        if (machine === undefined) {
          const { actOnAll } = await import("./all.ts");
          return actOnAll(action, { options, session });
        }
        const { actOn } = await import("./machine.ts");
        return actOn(action, { machine, options, session });
      });
  };
}

interface ActionOptions extends OperateOptions {
  readonly all?: true;
}

const allTexts = {
  start:
    "all machines of the stack but those that it declares stopped, the backends of load balancers first",
  stop: "all machines of the stack but those that it declares stopped, the backends of load balancers last; says what goes on to be billed",
} as const;

function describeAction(command: Command, action: Action): Command {
  return common(command).description(
    `${actionTexts[action]} It waits until that is reached, as \`pulumi up\` does, and changes no state of a stack.`,
  );
}

function machineExamples(action: Action) {
  return [
    [`npx pulumi-hosting ${action} web-7f3a91c2`, "with the settings of the environment"],
    [
      `npx pulumi-hosting ${action} Instance:inst_4k2m --stack dev --yes --json`,
      "with those of a stack, which may declare something else; without a question",
    ],
  ] as const;
}

const actionTexts: Readonly<Record<Action, string>> = {
  restart: "Restarts a machine.",
  start: "Starts a machine that is stopped, or all of a stack.",
  stop: "Stops a machine, or all of a stack.",
  freeze: "Freezes a machine that runs.",
  unfreeze: "Lets a frozen machine go on.",
};

/** `attach`: a volume into an instance. */
export function declareAttach(command: Command, session: Session): void {
  common(command)
    .description(
      "Attaches a volume to an instance. One that is attached elsewhere is detached first, by `pulumi-hosting detach`.",
    )
    .argument("<volume>", "name or id of the volume")
    .argument("<instance>", "name or id of the instance")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting attach vol_4k2m inst_9c1d", "by their ids"],
        ["npx pulumi-hosting attach data web --json", "by their names, where lists show them"],
      ),
    )
    .action(async (volume: string, instance: string, options: OperateOptions) => {
      const { attach } = await import("./place.ts");
      await attach({ object: volume, instance, options, session });
    });
}

/** `detach`: a volume out of an instance. */
export function declareDetach(command: Command, session: Session): void {
  common(command)
    .description("Detaches a volume from its instance; the volume and its data stay.")
    .argument("<volume>", "name or id of the volume")
    .argument("[instance]", "name or id of the instance, where the volume does not show it")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting detach vol_4k2m", "from the instance that it shows"],
        ["npx pulumi-hosting detach vol_4k2m inst_9c1d --yes", "from this one, without a question"],
      ),
    )
    .action(async (volume: string, instance: string | undefined, options: OperateOptions) => {
      const { detach } = await import("./place.ts");
      await detach({ object: volume, instance, options, session });
    });
}

/** `assign`: a floating IP to an instance. */
export function declareAssign(command: Command, session: Session): void {
  common(command)
    .description(
      "Routes a floating IP to an instance, also from another one, within 5 seconds and without a moment in between.",
    )
    .argument("<floating-ip>", "id of the floating IP")
    .argument("<instance>", "name or id of the instance")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting assign fip_4k2m inst_9c1d", "by their ids"],
        ["npx pulumi-hosting assign fip_4k2m web-2 --stack dev --yes", "a failover by hand"],
      ),
    )
    .action(async (address: string, instance: string, options: OperateOptions) => {
      const { assign } = await import("./place.ts");
      await assign({ object: address, instance, options, session });
    });
}

/** `unassign`: a floating IP from its instance. */
export function declareUnassign(command: Command, session: Session): void {
  common(command)
    .description("Takes a floating IP from its instance; the address stays reserved.")
    .argument("<floating-ip>", "id of the floating IP")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting unassign fip_4k2m", "asks before"],
        ["npx pulumi-hosting unassign fip_4k2m --yes --json", "without a question"],
      ),
    )
    .action(async (address: string, options: OperateOptions) => {
      const { unassign } = await import("./place.ts");
      await unassign({ object: address, options, session });
    });
}

function common(command: Command): Command {
  return command
    .option(
      "--stack <stack>",
      "take the settings of this stack, and warn where it declares something else",
    )
    .option("-y, --yes", "do it without a question")
    .option("--json", "print the result as JSON");
}
