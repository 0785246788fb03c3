import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as exported from "../../resources/components/index.ts";
import { definitions } from "../../runtime/_registry.ts";
import { componentPage } from "../../tools/generate/component-page.ts";
import { componentSources } from "../../tools/generate/components.ts";
import { membersOf } from "../../tools/generate/members.ts";
import { modelOf } from "../../tools/generate/model.ts";
import { namesIn } from "../../tools/generate/named-types.ts";
import { readSources } from "../../tools/generate/sources.ts";
import { typeWords } from "../../tools/generate/type-words.ts";

const root = join(import.meta.dirname, "../..");
const model = modelOf(readSources(root), definitions);
const components = Object.entries(exported).filter(([, value]) => isComponent(value));

function isComponent(value: unknown): boolean {
  return typeof value === "function" && value.prototype instanceof pulumi.ComponentResource;
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function fileOf(text: string): ts.SourceFile {
  return ts.createSourceFile("resources/toy/thing.ts", text, ts.ScriptTarget.ES2024, true);
}

/** `LoadBalancedApp` → `load-balanced-app`. */
function slugOf(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}

/** The first cell of each row of a section's table. */
function names(page: string, title: string): readonly string[] {
  const section = page.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name);
}

/** What its constructor says it knows, when it is given what it does not. */
function knownTo(component: unknown, args: object): readonly string[] {
  if (typeof component !== "function") throw new Error("no class");
  try {
    Reflect.construct(component, ["it", args]);
  } catch (error) {
    const [, list = ""] = /known: (.*)$/.exec(String(error)) ?? [];
    return list.split(", ");
  }
  throw new Error("it was not refused");
}

test("there are components", () => expect(components.length).toBeGreaterThan(5));

describe.each(components)("%s", (name, component) => {
  const page = () => read(`docs/reference/components/${slugOf(name)}.md`);

  test("has a page that the reference and the guide lead to", () => {
    expect(page()).toContain(`\n# ${name}\n`);
    expect(page()).toContain(`new ${name}(`);
    const link = `| [\`${name}\`](components/${slugOf(name)}.md) |`;
    expect(read("docs/reference/README.md")).toContain(link);
    const row = `| [\`${name}\`](../reference/components/${slugOf(name)}.md) |`;
    expect(read("docs/guides/components.md")).toContain(row);
  });

  test("takes the inputs and transforms that its page names", () => {
    const inputs = knownTo(component, { strangerThanAll: 1 });
    expect(names(page(), "Inputs").toSorted()).toEqual(inputs.toSorted());
    const kinds = knownTo(component, { transform: { strangerThanAll: {} } });
    expect(names(page(), "What it makes").toSorted()).toEqual(kinds.toSorted());
  });
});

test("a page names what programs read, with getters and without what is private", () => {
  expect(names(read("docs/reference/components/load-balanced-app.md"), "Outputs")).toEqual([
    ...["group", "certificate", "address", "volumes", "alerts", "firewall"],
    ...["ipAddresses", "estimatedMonthlyCost", "instances", "loadBalancer"],
  ]);
});

test("a default is told once, and what must be given comes first", () => {
  const page = read("docs/reference/components/load-balanced-app.md");
  expect(page).toContain("| `count` | number | `2` | Number of instances. |");
  expect(page).toContain("one of `image` and `source` | Image of the gallery.");
  expect(names(page, "Inputs").slice(0, 4)).toEqual(["region", "plan", "image", "source"]);
  expect(page).not.toContain("unless given");
});

test("a field without a comment is a problem that says where", () => {
  const [first] = model.components;
  if (first === undefined) throw new Error("no component");
  const outputs = first.source.outputs.map((output) => ({ ...output, docs: "" }));
  const about = { ...first, source: { ...first.source, outputs } };
  expect(() => componentPage(about, model)).toThrow(
    "FailoverAddress: floatingIp has no comment: write what it is.",
  );
});

test("a component says in two paragraphs what it is and what its children are called", () => {
  const text = (docs: string) =>
    fileOf(`/** ${docs} */\nexport class Thing extends pulumi.ComponentResource {}`);
  const [thing] = componentSources([text("A thing.\n *\n * Child of it: `it`.")]);
  expect(thing?.docs).toEqual(["A thing.", "Child of it: `it`."]);
  expect(() => componentSources([text("A thing.")])).toThrow(
    "The comment of Thing must have two paragraphs",
  );
});

test("fields are found through what a type inherits, leaves out and picks", () => {
  const named = namesIn([
    fileOf(`export interface Base { a: string; b?: number; c: string }
export interface Own extends Omit<Base, "a"> { c: number; d: string }
export type OneOf = Pick<WithX, "x" | "y"> | Pick<WithY, "x" | "y">;
export interface WithX { x: string; y?: undefined; z: string }
export interface WithY { x?: undefined; y: string; z: string }
export type All = Own & OneOf;`),
  ]);
  const found = membersOf(named, "All").map(({ name, type, isOptional, isChoice }) =>
    [name, type.getText(), isOptional, isChoice].join(" "),
  );
  expect(found).toEqual([
    "b number true false",
    "c number false false",
    "d string false false",
    "x string true true",
    "y string true true",
  ]);
  expect(() => membersOf(named, "Gone")).toThrow("There is no type Gone: export it");
});

test.each([
  ["pulumi.Input<string>", "string, or an output"],
  ["readonly pulumi.Output<string>[]", "list of strings, each as an output"],
  ["pulumi.Output<string[]>", "list of strings, as an output"],
  ["Reference<Hall>", "[`Hall`](hall.md) or its id, or an output"],
  ["Hall | undefined", "[`Hall`](hall.md), or undefined"],
  ["Readonly<Record<string, Size>>", 'object whose values are `"s"`, `"m"` or `"l"`'],
  ['Omit<Hall, "a" | "b">', "[`Hall`](hall.md) without `a` and `b`"],
  ['Room["size"]', '`"s"`, `"m"` or `"l"`'],
  ["Room", "[`Room`](#room)"],
])("%s in words", (text, words) => {
  const file = fileOf(`export type Size = "s" | "m" | "l";
export interface Room { size: Size }
export type Told = ${text};`);
  const told = file.statements.find(
    (node) => ts.isTypeAliasDeclaration(node) && node.name.text === "Told",
  );
  if (told === undefined || !ts.isTypeAliasDeclaration(told)) throw new Error("no type");
  const vocabulary = { named: namesIn([file]), links: new Map([["Hall", "[`Hall`](hall.md)"]]) };
  expect(typeWords(vocabulary, told.type)).toBe(words);
});
