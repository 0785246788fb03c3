import type { Bench } from "./figures.ts";
import { compare, ratioOf, runProgram, summaryOf } from "./measure.ts";

const program = new URL("../dist/cli/main.js", import.meta.url);
const nothing = new URL("./programs/nothing.cjs", import.meta.url);
const rounds = 50;

export const commandHelp: Bench = {
  name: "help",
  title: "`hosting --help` in a new process, and a bare node process",
  async run() {
    const help = () => runProgram(program, "--help").milliseconds;
    // The first one fills the compile cache.
    help();
    const comparison = await compare(rounds, () => runProgram(nothing).milliseconds, help);
    const { best } = ratioOf(comparison);
    return [
      { what: "a bare node process", ...summaryOf(comparison.base), unit: "ms" },
      { what: "hosting --help", ...summaryOf(comparison.ours), unit: "ms" },
      { what: "best round / best bare round", value: best, unit: "times", bound: 1.5 },
    ];
  },
};
