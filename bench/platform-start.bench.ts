import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, Figure } from "./figures.ts";
import { compare, differenceOf, runProgram, summaryOf } from "./measure.ts";

const program = new URL("./programs/platform.mjs", import.meta.url);
const rounds = 25;
const mostMilliseconds = 150;

export const platformStart: Bench = {
  name: "platform-start",
  title: "Start of the embedded platform in a new process, to its first answer",
  async run() {
    const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-bench-"));
    try {
      const existing = join(directory, "existing.db");
      runProgram(program, existing);
      let made = 0;
      return [
        ...(await figuresOf("new file", () => join(directory, `${made++}.db`))),
        ...(await figuresOf("existing file", () => existing)),
      ];
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};

async function figuresOf(what: string, file: () => string): Promise<readonly Figure[]> {
  const inside: number[] = [];
  const comparison = await compare(
    rounds,
    () => runProgram(program).milliseconds,
    () => {
      const { milliseconds, output } = runProgram(program, file());
      inside.push(Number(output));
      return milliseconds;
    },
  );
  const bounded = { unit: "ms", bound: mostMilliseconds } as const;
  return [
    { what: `${what}: a bare node process beside it`, ...summaryOf(comparison.base), unit: "ms" },
    { what: `${what}: from the program's first line`, ...summaryOf(inside), ...bounded },
    { what: `${what}: added to a bare node process`, ...differenceOf(comparison), ...bounded },
  ];
}
