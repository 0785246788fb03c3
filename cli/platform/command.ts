import { type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import { paces, portOf } from "./arguments.ts";
import { addPlatformCommands, fileOption } from "./commands.ts";
import type { ServeOptions } from "./serve.ts";

/** `platform`: the embedded platform of Pulumi programs, served on this machine, and what its operator does. */
export function declarePlatform(command: Command, session: Session): void {
  command
    .usage("[options]\n       pulumi-hosting platform <command>")
    .description(
      "Serves the embedded platform's API on 127.0.0.1, on the file that `pulumi up` uses. The commands change its data, whether it is served or not.",
    )
    .option("--port <port>", "port to listen on, 0 for a free one", portOf, 8787)
    .addOption(fileOption())
    .option("--seed <seed>", "seed of the ids of a new platform; random by default")
    .addOption(
      new Option("--clock <clock>", "`real` or `frozen` time; unchanged by default").choices(paces),
    )
    .option(
      "--traffic",
      "listen on this machine for load balancers, port forwards and floating IPs; unchanged by default",
    )
    .option("--no-traffic", "stop that")
    .option("--json", "print where it answers and the settings as one line of JSON")
    .addHelpText(
      "after",
      examplesHelp(
        [
          "npx pulumi-hosting platform",
          "the platform that `pulumi up` uses in this directory, to look at with curl",
        ],
        [
          "npx pulumi-hosting platform --port 0 --file /tmp/platform.db --seed 1 --clock frozen",
          "a separate platform, the same each time",
        ],
        [
          "npx pulumi-hosting platform --traffic",
          "its load balancers pass requests to backends; `pulumi-hosting platform traffic` shows where",
        ],
        [
          "npx pulumi-hosting platform snapshot before && pulumi up; npx pulumi-hosting platform restore before",
          "try a change on the embedded platform, and take it back",
        ],
      ),
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./serve.ts");
      await serve(options, session.terminal);
    });
  addPlatformCommands(command, session);
}
