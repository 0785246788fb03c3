import { type Bench, type Figure, held, tableOf, verdictOf } from "./figures.ts";

/** The benchmarks to run and how to show them. */
export interface Command {
  /** Those that can be chosen. */
  readonly benches: readonly Bench[];
  /** Names on the command line; none stands for all. */
  readonly names: readonly string[];
  readonly json: boolean;
  readonly help: string;
}

/** Runs the chosen benchmarks and prints their figures; a name that nobody has fails the run. */
export async function runBenches({ benches, names, json, help }: Command): Promise<void> {
  const unknown = names.find((name) => benches.every((bench) => bench.name !== name));
  if (unknown !== undefined) {
    console.error(`Nothing was measured: there is no benchmark "${unknown}".\n\n${help}`);
    process.exitCode = 1;
    return;
  }
  const chosen = benches.filter(({ name }) => names.length === 0 || names.includes(name));
  await (json ? printJson(chosen) : printTables(chosen));
}

/** The benchmarks with what they compare, a line each. */
export function listOf(benches: readonly Bench[]): string {
  return benches.map(({ name, title }) => `  ${name.padEnd(15)}  ${title}`).join("\n");
}

async function printTables(chosen: readonly Bench[]): Promise<void> {
  const all: Figure[] = [];
  for (const bench of chosen) {
    console.log(`${bench.name}: ${bench.title}`);
    const figures = await bench.run();
    console.log(`${tableOf(figures)}\n`);
    all.push(...figures);
  }
  console.log(verdictOf(all));
}

async function printJson(chosen: readonly Bench[]): Promise<void> {
  const reports = [];
  for (const bench of chosen) {
    const figures = (await bench.run()).map((figure) => ({ ...figure, held: held(figure) }));
    reports.push({ name: bench.name, title: bench.title, figures });
  }
  const verdict = verdictOf(reports.flatMap(({ figures }) => figures));
  console.log(JSON.stringify({ benches: reports, verdict }, null, 2));
}
