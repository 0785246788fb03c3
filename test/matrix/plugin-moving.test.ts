/** A stack of the dynamic classes goes on with the plugin: one alias for each resource. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../resources/_registry.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { everyClass, first, replacing } from "../support/stack-programs.ts";
import { makePluginDirectory } from "../support/yaml-stack.ts";

const types = [...definitions.keys()];
const outputs = [...definitions.values()].flatMap(({ outputs: { shape } }) => Object.keys(shape));

/** Classes with the tokens of the plugin, each with the alias that keeps what it had. */
const native = `
const idOf = (value) => (pulumi.Resource.isInstance(value) ? value.id : value);
const placeholders = Object.fromEntries(${JSON.stringify(outputs)}.map((name) => [name, undefined]));
const native = (type) => class extends pulumi.CustomResource {
  constructor(name, args) {
    const inputs = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, idOf(value)]));
    const aliases = [{ type: "pulumi-nodejs:dynamic/hosting/" + type }];
    super("hosting:" + type, name, { ...placeholders, ...inputs }, { aliases });
  }
};
const moved = Object.fromEntries(${JSON.stringify(types)}.map((type) => [type.replace(/.*:/, ""), native(type)]));
`;

function movedProgram(program: string): string {
  return native + program.replaceAll("new hosting.", "new moved.");
}

describe("a stack with every class", () => {
  let stack: TestStack;
  let one: ReturnType<typeof replacing>;

  beforeAll(async () => {
    stack = await openStack();
    const file = join(stack.directory, "Pulumi.yaml");
    makePluginDirectory(join(stack.directory, "plugin"));
    const plugins = "plugins: { providers: [{ name: hosting, path: ./plugin }] }\n";
    writeFileSync(file, readFileSync(file, "utf8") + plugins);
    one = replacing(stack.platform, "one");
    stack.program(everyClass({ ...first, ...one }));
    await stack.up();
    stack.writes();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  it("is moved without a change", async () => {
    stack.program(movedProgram(everyClass({ ...first, ...one })));
    expect((await stack.preview()).changes).toEqual({});
    expect((await stack.up()).changes).toEqual({});
    expect((await stack.refresh()).changes).toEqual({});
    expect(stack.writes()).toEqual([]);
    const left = stack.state().filter(({ type }) => type.includes("dynamic/hosting"));
    expect(left).toEqual([]);
  });

  it("is changed in place next", async () => {
    stack.program(movedProgram(everyClass({ ...first, ...one, sizeGb: 20 })));
    expect((await stack.up()).changes).toEqual({ data: "update" });
    expect(stack.writes()).toHaveLength(1);
  });
});
