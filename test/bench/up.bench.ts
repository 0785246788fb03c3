import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStack, type TestStack } from "../support/stack.ts";
import type { Bench } from "./figures.ts";
import { compare, ratioOf, summaryOf } from "./measure.ts";

export const resources = 200;
const rounds = 5;
const mostTimes = 1.3;

/** As many properties as a volume has, and a provider that does nothing. */
const trivialProgram = `import * as pulumi from "@pulumi/pulumi";
const provider = 'exports.handler=()=>({create:async(props)=>({id:"id-"+props.name,outs:{...props,status:"ready"}})})';
class Trivial extends pulumi.CustomResource {
  constructor(name, args) {
    const identity = { organization: "", project: "", stack: "", name };
    const props = { ...args, name, status: undefined, __identity: identity, __provider: provider };
    super("pulumi-nodejs:dynamic:Trivial", name, props);
  }
}
for (let count = 0; count < ${resources}; count++) {
  new Trivial("data-" + count, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
}
`;

const volumesProgram = `
for (let count = 0; count < ${resources}; count++) {
  new hosting.Volume("data-" + count, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
}
`;

export const upOfMany: Bench = {
  name: "up",
  title: `pulumi up of ${resources} new resources: a dynamic resource that does nothing, and volumes`,
  async run() {
    const comparison = await compare(
      rounds,
      // Not by program(), which would make the plain program load this package too.
      () => timeUp(({ directory }) => writeFileSync(join(directory, "index.ts"), trivialProgram)),
      () => timeUp((stack) => stack.program(volumesProgram)),
    );
    return [
      { what: `${resources} that do nothing`, ...summaryOf(comparison.base), unit: "ms" },
      { what: `${resources} volumes`, ...summaryOf(comparison.ours), unit: "ms" },
      {
        what: "volumes / do nothing",
        ...ratioOf(comparison),
        unit: "times",
        bound: mostTimes,
      },
    ];
  },
};

/** Milliseconds of `up` of that many resources in a new stack. */
export async function timeUp(write: (stack: TestStack) => void): Promise<number> {
  await using stack = await openStack();
  write(stack);
  const startedAt = performance.now();
  const { changes } = await stack.up();
  const milliseconds = performance.now() - startedAt;
  const made = Object.values(changes).filter((operation) => operation === "create").length;
  if (made !== resources) throw new Error(`up made ${made} resources, not ${resources}`);
  return milliseconds;
}
