import { statSync } from "node:fs";
import { openStack } from "../test/support/stack.ts";
import type { Bench, Figure } from "./figures.ts";
import { type Comparison, compare, ratioOf, summaryOf } from "./measure.ts";

const [few, many] = [50, 800];
const rounds = 3;

/** What one stack of so many volumes costs, for each of them. */
interface Cost {
  /** Milliseconds of an `up` that makes them: the state is written anew before and after each. */
  readonly up: number;
  /** Milliseconds of a `preview` that finds no change: the state is read once. */
  readonly preview: number;
  /** Bytes of the state. */
  readonly state: number;
}

export const sizeOfStacks: Bench = {
  name: "state",
  title: `What a volume costs in a stack of ${few} and in one of ${many}, on a backend of files: the engine writes the whole state at each step`,
  async run() {
    const costs: Cost[] = [];
    const upOf = async (resources: number) => {
      const cost = await costOf(resources);
      costs.push(cost);
      return cost.up;
    };
    const up = await compare(
      rounds,
      () => upOf(few),
      () => upOf(many),
    );
    const preview = sidesOf(costs.map((cost) => cost.preview));
    const state = sidesOf(costs.map((cost) => cost.state));
    return [
      ...figuresOf("up that makes them, for each", up),
      ...figuresOf("preview without a change, for each", preview),
      { what: `state of ${many}, for each`, ...summaryOf(state.ours), unit: "bytes" },
    ];
  },
};

/** Measurements that alternate between the sides. */
function sidesOf(measured: readonly number[]): Comparison {
  return {
    base: measured.filter((_, at) => at % 2 === 0),
    ours: measured.filter((_, at) => at % 2 === 1),
  };
}

function figuresOf(what: string, comparison: Comparison): readonly Figure[] {
  return [
    { what: `${what}, of ${few}`, ...summaryOf(comparison.base), unit: "ms" },
    { what: `${what}, of ${many}`, ...summaryOf(comparison.ours), unit: "ms" },
    { what: `${what}, of ${many} / of ${few}`, ...ratioOf(comparison), unit: "times" },
  ];
}

async function costOf(resources: number): Promise<Cost> {
  await using stack = await openStack();
  stack.program(`
for (let count = 0; count < ${resources}; count++) {
  new hosting.Volume("data-" + count, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
}
`);
  const begun = performance.now();
  await stack.up();
  const made = performance.now();
  const { changes } = await stack.preview();
  if (Object.keys(changes).length > 0) throw new Error("the preview shows changes");
  return {
    up: (made - begun) / resources,
    preview: (performance.now() - made) / resources,
    state: statSync(stack.stateFile).size / resources,
  };
}
