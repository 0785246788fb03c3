import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

/** What holds data; `grown` are arguments that an update makes of the others, where there is one. */
const kinds = [
  {
    noun: "volume",
    type: "storage:Volume",
    args: 'region: "eu-1", sizeGb: 10',
    grown: { input: "sizeGb", args: 'region: "eu-1", sizeGb: 20' },
  },
  {
    noun: "pool volume",
    type: "storage:PoolVolume",
    args: 'size: "10GiB"',
    grown: { input: "size", args: 'size: "20GiB"' },
  },
  { noun: "bucket", type: "storage:Bucket", args: "raw: {}", grown: undefined },
] as const;
type Kind = (typeof kinds)[number];

const make = (type: string, args: string, options = "") =>
  `new hosting.${type.split(":")[1]}("data", { ${args} }, { ${options} });`;
const urnOf = (type: string) => `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/${type}::data`;
/** What data can follow: with a name of its own it is deleted before it is replaced. */
const network = (subnet: number, name = "") =>
  `const net = new hosting.Network("net", { ${name}config: { "ipv4.address": "10.0.${subnet}.0/24" } });\n`;

const before = 'replacementTrigger: "a"';

/** Programs after which an option replaces what no input replaces. */
function forced({ type, args, grown }: Kind, more = ""): Readonly<Record<string, string>> {
  const data = (options: string, of: string = args) => make(type, `${of}${more}`, options);
  return {
    replacementTrigger: network(0) + data('replacementTrigger: "b"'),
    replaceWith: network(1) + data(`${before}, replaceWith: [net]`),
    deletedWith: network(1) + data(`${before}, deletedWith: net`),
    ...(grown && {
      replaceOnChanges:
        network(0) + data(`${before}, replaceOnChanges: ["${grown.input}"]`, grown.args),
    }),
  };
}

describe.each(kinds)("a $noun", (kind) => {
  const { noun, type, args } = kind;
  const urn = urnOf(type);

  it("is not replaced by an option without allowDataLoss", async () => {
    await using stack = await openStack();
    stack.program(network(0) + make(type, args, before));
    await stack.up();
    stack.requests();
    const refusal = `${noun} "data" was not replaced, which would lose its data: replacementTrigger, replaceWith, deletedWith or replaceOnChanges asks for it. Remove that option, or set allowDataLoss: true to allow it.`;
    for (const [option, program] of Object.entries(forced(kind))) {
      stack.program(program);
      const { errors } = await stack.preview({ fails: true });
      expect(errors.join("\n"), option).toContain(refusal);
    }
    stack.program(forced(kind)["replacementTrigger"] ?? "");
    const { errors } = await stack.up({ fails: true }, "--refresh");
    expect(errors.join("\n")).toContain(refusal);
    expect(stack.writes()).toEqual([]);
    for (const [option, program] of Object.entries(forced(kind, ", allowDataLoss: true"))) {
      stack.program(program);
      expect((await stack.preview()).changes["data"], option).toBe("replace");
    }
  });

  it("is not deleted by --replace or a taint, since its name is taken", async () => {
    await using stack = await openStack();
    stack.program(make(type, args));
    await stack.up();
    stack.requests();
    await stack.up({ fails: true }, "--replace", urn);
    await stack.up({ fails: true }, "--target-replace", urn);
    await stack.run("state", "taint", urn, "--yes", "--stack", "dev");
    await stack.up({ fails: true });
    await stack.refresh();
    await stack.up({ fails: true });
    expect(stack.writes().filter((request) => !/^POST .* 409$/.test(request))).toEqual([]);
  });

  it("with protect is not replaced by what no check can tell from a create", async () => {
    await using stack = await openStack();
    const named = 'name: "lan", ';
    stack.program(network(0, named) + make(type, args, "protect: true"));
    await stack.up();
    stack.requests();
    const guarded = "unable to replace resource";
    stack.program(network(0, named) + make(type, args, "protect: true, deleteBeforeReplace: true"));
    const byHand = await stack.up({ fails: true }, "--replace", urn);
    expect(byHand.errors.join("\n")).toContain(guarded);
    expect(stack.writes()).toEqual([]);
    for (const following of ["deletedWith: net", "replaceWith: [net]"]) {
      stack.program(network(0, named) + make(type, args, `protect: true, ${following}`));
      await stack.up();
      stack.program(network(1, named) + make(type, args, `protect: true, ${following}`));
      const { errors } = await stack.preview({ fails: true });
      expect(errors.join("\n"), following).toContain(guarded);
    }
    const aside = await stack.up({}, "--ignore-protect");
    expect(aside.changes["data"]).toBe("replace");
  });

  it("that follows by deletedWith what is deleted first stays, and adopt leads on", async () => {
    await using stack = await openStack();
    const program = (subnet: number, more = "") =>
      stack.program(
        network(subnet, 'name: "lan", ') + make(type, `${args}${more}`, "deletedWith: net"),
      );
    program(0);
    await stack.up();
    const { id } = stack.resource("data");
    stack.requests();
    program(1);
    await stack.up({ fails: true });
    program(1, `, adopt: "${id}"`);
    await stack.up();
    expect(stack.resource("data").id).toBe(id);
    expect(stack.writes().filter((request) => !/networks|409$/.test(request))).toEqual([]);
  });

  it("that an earlier run deleted to replace it is made again", async () => {
    await using stack = await openStack();
    stack.program(make(type, args, "deleteBeforeReplace: true"));
    await stack.up();
    stack.platform.faults.add({ method: "POST", path: "/*", status: 403, times: 1 });
    await stack.up({ fails: true }, "--replace", urn);
    expect(stack.state().map(({ name }) => name)).toContain("data");
    stack.requests();
    await stack.up();
    expect(stack.writes()).toHaveLength(1);
    expect((await stack.up()).changes).toEqual({});
  });
});

describe("a volume of which nobody knows whether it was made", () => {
  const type = "storage:Volume";
  const args = 'region: "eu-1", sizeGb: 10';

  async function inDoubt(reset: "before" | "after") {
    const stack = await openStack();
    stack.env["HOSTING_ASSUMED_ROUTES"] = "never";
    stack.platform.faults.add({ method: "POST", path: "/v1/volumes", reset, times: 1 });
    stack.program(make(type, args));
    const { errors } = await stack.up({ fails: true });
    expect(stack.resource("data").id).toMatch(/^unresolved-/);
    stack.requests();
    return { stack, errors };
  }

  it("takes the place of the doubt by adopt", async () => {
    const { stack: opened } = await inDoubt("after");
    await using stack = opened;
    const [there] = stack.platform.snapshot().volume;
    stack.env["HOSTING_ASSUMED_ROUTES"] = "try";
    stack.program(make(type, `${args}, adopt: "${there?.["id"]}"`));
    await stack.up();
    expect(stack.resource("data").id).toBe(there?.["id"]);
    expect(stack.writes()).toEqual([]);
  });

  it("is made once it is given up", async () => {
    const { stack: opened, errors } = await inDoubt("before");
    await using stack = opened;
    const doubt = /HOSTING_FORGET_UNRESOLVED=(\S+)/.exec(errors.join("\n"))?.[1];
    stack.env["HOSTING_FORGET_UNRESOLVED"] = doubt ?? "";
    // As a minute later, when the request can no longer arrive.
    const state = readFileSync(stack.stateFile, "utf8");
    writeFileSync(stack.stateFile, state.replace(/"settlesAt":\s*\d+/, '"settlesAt": 0'));
    await stack.up();
    expect(stack.writes()).toEqual(["POST /v1/volumes"]);
    expect(stack.platform.snapshot().volume).toMatchObject([{ id: stack.resource("data").id }]);
  });

  it("is found by a refresh", async () => {
    const { stack: opened } = await inDoubt("after");
    await using stack = opened;
    stack.env["HOSTING_ASSUMED_ROUTES"] = "try";
    await stack.refresh();
    expect(stack.platform.snapshot().volume).toMatchObject([{ id: stack.resource("data").id }]);
    await stack.up();
    expect(stack.writes()).toEqual([]);
  });
});
