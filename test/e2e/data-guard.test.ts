import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const guide = readFileSync(
  join(import.meta.dirname, "../../docs/guides/change-scale-delete.md"),
  "utf8",
);
const [, listed = ""] = /^## How data can be lost\n(.*?)^## /ms.exec(guide) ?? [];

/** Classes that hold data; `grown` are arguments that an update makes of the others, where there is one. */
const kinds = [
  {
    class: "Volume",
    area: "storage",
    args: 'region: "eu-1", sizeGb: 10',
    grown: { input: "sizeGb", args: 'region: "eu-1", sizeGb: 20' },
  },
  {
    class: "PoolVolume",
    area: "storage",
    args: 'size: "10GiB"',
    grown: { input: "size", args: 'size: "20GiB"' },
  },
  { class: "Bucket", area: "storage", args: "raw: {}", grown: undefined },
] as const;
type Kind = (typeof kinds)[number];

const before = 'replacementTrigger: "a"';
const urnOf = (kind: Kind) =>
  `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/${kind.area}:${kind.class}::${kind.class}`;

/** Objects whose data can be moved: with a fixed name one is deleted before it is replaced. */
const network = (subnet: number, name = "") =>
  `const net = new hosting.Network("net", { ${name}config: { "ipv4.address": "10.0.${subnet}.0/24" } });\n`;

function declared(kind: Kind, options: string, args: string = kind.args): string {
  return `new hosting.${kind.class}("${kind.class}", { ${args} }, { ${options} });\n`;
}

/** Options by which Pulumi replaces what no input replaces, with the subnet of what it follows. */
function forced({
  grown,
}: Kind): readonly (readonly [subnet: number, options: string, args?: string])[] {
  return [
    [0, 'replacementTrigger: "b"'],
    [1, `${before}, replaceWith: [net]`],
    [1, `${before}, deletedWith: net`],
    ...(grown === undefined
      ? []
      : [[0, `${before}, replaceOnChanges: ["${grown.input}"]`, grown.args] as const]),
  ];
}

it("no option of Pulumi replaces a volume, a pool volume or a bucket without allowDataLoss", async () => {
  await using stack = await openStack();
  const program = (subnet: number, of: (kind: Kind) => string) =>
    stack.program(network(subnet) + kinds.map(of).join(""));
  program(0, (kind) => declared(kind, before));
  await stack.up();
  stack.requests();
  // The first refusal ends a preview. Every option meets every kind, and each of both either order.
  for (const [row, changed] of kinds.entries())
    for (const [column, [subnet, option, args]] of forced(changed).entries()) {
      const options = `${option}, deleteBeforeReplace: ${(row + column) % 2 === 0}`;
      program(subnet, (kind) =>
        kind === changed ? declared(kind, options, args) : declared(kind, before),
      );
      const { errors } = await stack.preview({ fails: true });
      expect(errors, options).toEqual([
        expect.stringMatching(/"\w+" was not replaced, .* set allowDataLoss: true/),
      ]);
      expect(errors.join()).toContain(`"${changed.class}"`);
    }
  expect(stack.requests()).toEqual([]);

  // With the permission each of them does.
  const allowed = (kind: Kind, at: number) => {
    const [, options = "", args = kind.args] = forced(kind).at(at) ?? [];
    return declared(kind, options, `${args}, allowDataLoss: true`);
  };
  program(1, (kind) => allowed(kind, kinds.indexOf(kind)));
  const { changes } = await stack.preview();
  expect(kinds.map((kind) => changes[kind.class])).toEqual(["replace", "replace", "replace"]);
});

it("by hand it looks like a first create: the taken name is refused, and the guide lists what deletes data", async () => {
  await using stack = await openStack();
  const program = (options: string) =>
    stack.program(kinds.map((kind) => declared(kind, options)).join(""));
  const urns = kinds.map(urnOf);
  const byHand = urns.flatMap((urn) => ["--replace", urn]);
  program("");
  await stack.up();
  const ids = kinds.map((kind) => stack.resource(kind.class).id);
  stack.requests();
  const expectRefused = async (...flags: readonly string[]) => {
    const { errors } = await stack.up({ fails: true }, "--continue-on-error", ...flags);
    for (const id of ids) expect(errors.join("\n")).toContain(id);
    expect(errors.join("\n")).toContain("deleteBeforeReplace: true");
    expect(stack.writes()).toEqual([]);
  };
  await expectRefused(...byHand);
  await stack.run("state", "taint", ...urns, "--yes", "--stack", "dev");
  await expectRefused();

  // Nothing tells it from a first create: the guide lists it.
  program("deleteBeforeReplace: true");
  const { changes } = await stack.up();
  expect(kinds.map((kind) => changes[kind.class])).toEqual(["replace", "replace", "replace"]);
  for (const way of ["pulumi up --replace", "pulumi state taint", "deleteBeforeReplace: true"])
    expect(listed).toContain(`\`${way}\``);
});

it("with protect no option of Pulumi replaces it; without, a deletion first keeps it for adopt", async () => {
  await using stack = await openStack();
  const [data] = kinds;
  const named = 'name: "lan", ';
  const program = (subnet: number, options: string, more = "") =>
    stack.program(network(subnet, named) + declared(data, options, `${data.args}${more}`));
  program(0, "protect: true, deletedWith: net");
  await stack.up();
  const { id } = stack.resource("Volume");
  stack.requests();
  program(0, "protect: true, deletedWith: net, deleteBeforeReplace: true");
  const byHand = await stack.up({ fails: true }, "--replace", urnOf(data));
  program(1, "protect: true, deletedWith: net");
  const following = await stack.preview({ fails: true });
  for (const { errors } of [byHand, following])
    expect(errors.join("\n")).toContain("unable to replace resource");
  expect(stack.writes()).toEqual([]);

  program(0, "deletedWith: net");
  await stack.up();
  program(1, "deletedWith: net");
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain(id);
  program(1, "deletedWith: net", `, adopt: "${id}"`);
  await stack.up();
  expect(stack.resource("Volume").id).toBe(id);
  expect(stack.writes().filter((request) => /volumes/.test(request))).toEqual([]);
});

it("a volume of which nobody knows whether it was made ends by adopt, or by the user's word", async () => {
  await using stack = await openStack();
  const volume = (name: string, more = "") =>
    `new hosting.Volume("${name}", { name: "${name}", region: "eu-1", sizeGb: 10${more} });\n`;
  stack.env["HOSTING_ASSUMED_ROUTES"] = "never";
  const { faults } = stack.platform;
  for (const reset of ["after", "before"] as const)
    faults.add({ method: "POST", path: "/v1/volumes", reset, times: 1 });
  stack.program(volume("a") + volume("b"));
  const { errors } = await stack.up({ fails: true }, "--continue-on-error");
  const [{ id, name: found } = {}] = stack.platform.snapshot().volume;
  const lost = found === "a" ? "b" : "a";
  for (const name of ["a", "b"]) expect(stack.resource(name).id).toMatch(/^unresolved-/);
  stack.requests();

  const words = errors.filter((error) => error.includes(`volume "${lost}"`)).join("\n");
  stack.env["HOSTING_FORGET_UNRESOLVED"] =
    /HOSTING_FORGET_UNRESOLVED=(\S+)/.exec(words)?.[1] ?? words;
  stack.program(volume(String(found), `, adopt: "${id}"`) + volume(lost));
  // As a minute later, when the request can no longer arrive.
  const state = readFileSync(stack.stateFile, "utf8");
  writeFileSync(stack.stateFile, state.replace(/"settlesAt":\s*\d+/g, '"settlesAt": 0'));
  await stack.up();
  expect(stack.writes()).toEqual(["POST /v1/volumes"]);
  const made = stack.platform.snapshot().volume.find(({ name }) => name === lost);
  expect(stack.resource(String(found)).id).toBe(id);
  expect(stack.resource(lost).id).toBe(made?.["id"]);
});
