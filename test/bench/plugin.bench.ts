import { delimiter, join } from "node:path";
import { providerText } from "../../provider/definition/resource-class.ts";
import { makePluginDirectory } from "../support/yaml-stack.ts";
import type { Bench } from "./figures.ts";
import { compare, ratioOf, runProgram, summaryOf } from "./measure.ts";
import { resources, timeUp } from "./up.bench.ts";

const dynamicProcess = new URL("./programs/provider.cjs", import.meta.url);
const pluginProcess = new URL("./programs/plugin.cjs", import.meta.url);
const starts = 15;
const rounds = 3;
const mostTimes = 1;

const volumes = `
for (let count = 0; count < ${resources}; count++) {
  new Volume("data-" + count, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
}
`;
const dynamicProgram = `const { Volume } = hosting;${volumes}`;
const pluginProgram = `
class Volume extends pulumi.CustomResource {
  constructor(name, args) {
    super("hosting:storage:Volume", name, { ...args, name: undefined, status: undefined });
  }
}${volumes}`;

export const pluginBesideDynamic: Bench = {
  name: "plugin",
  title: `The plugin beside dynamic resources: start of the process, and pulumi up of ${resources} volumes`,
  async run() {
    const text = providerText("storage:Volume");
    const start = await compare(
      starts,
      () => runProgram(dynamicProcess, text).milliseconds,
      () => runProgram(pluginProcess).milliseconds,
    );
    const up = await compare(
      rounds,
      () => timeUp((stack) => stack.program(dynamicProgram)),
      () =>
        timeUp((stack) => {
          const plugin = join(stack.directory, "plugin");
          makePluginDirectory(plugin);
          stack.env["PATH"] = [plugin, stack.env["PATH"]].join(delimiter);
          stack.program(pluginProgram);
        }),
    );
    return [
      { what: "start of a dynamic provider", ...summaryOf(start.base), unit: "ms" },
      { what: "start of the plugin", ...summaryOf(start.ours), unit: "ms" },
      { what: "plugin / dynamic", ...ratioOf(start), unit: "times", bound: mostTimes },
      { what: `${resources} dynamic volumes`, ...summaryOf(up.base), unit: "ms" },
      { what: `${resources} volumes of the plugin`, ...summaryOf(up.ours), unit: "ms" },
      { what: "plugin / dynamic", ...ratioOf(up), unit: "times", bound: mostTimes },
    ];
  },
};
