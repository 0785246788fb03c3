import { providerText } from "../../provider/definition/resource-class.ts";
import type { Bench } from "./figures.ts";
import { compare, differenceOf, ratioOf, runProgram, summaryOf } from "./measure.ts";

const program = new URL("./programs/provider.cjs", import.meta.url);
const rounds = 15;

export const providerStart: Bench = {
  name: "provider-start",
  title: "Start of the provider process: Pulumi's own, and with a handler of this package",
  async run() {
    const text = providerText("storage:Volume");
    const comparison = await compare(
      rounds,
      () => runProgram(program).milliseconds,
      () => runProgram(program, text).milliseconds,
    );
    return [
      { what: "Pulumi's process alone", ...summaryOf(comparison.base), unit: "ms" },
      { what: "with a handler", ...summaryOf(comparison.ours), unit: "ms" },
      { what: "what the handler adds", ...differenceOf(comparison), unit: "ms" },
      { what: "with a handler / alone", ...ratioOf(comparison), unit: "times" },
    ];
  },
};
