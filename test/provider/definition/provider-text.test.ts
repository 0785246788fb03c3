import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import { describe, expect, test } from "vitest";
import { providerText } from "../../../provider/definition/resource-class.ts";
import { definitions } from "../../../resources/_registry.ts";
import * as runtime from "../../../resources/runtime.ts";

const fixture = new URL("../../fixtures/provider-texts.json", import.meta.url);
const released: Readonly<Record<string, string>> = JSON.parse(readFileSync(fixture, "utf8"));
const methods = ["configure", "check", "diff", "create", "read", "update", "delete"];

/** Evaluates a text as Pulumi's provider host does, and gives what it exports. */
function load(text: string): Readonly<Record<string, unknown>> {
  const module = { exports: {} };
  const required: string[] = [];
  const require = (name: string) => {
    required.push(name);
    return name === "pulumi-hosting/runtime" ? runtime : undefined;
  };
  compileFunction(text, ["exports", "require", "module"])(module.exports, require, module);
  expect(required).toEqual([]);
  return module.exports;
}

describe("a provider text that was released", () => {
  test.each(Object.entries(released))("for %s is what the class still says", (type, text) => {
    expect(definitions.has(type)).toBe(true);
    expect(providerText(type)).toBe(text);
  });

  test.each(Object.entries(released))("for %s loads the whole handler", (_type, text) => {
    const { handler } = load(text);
    const made: unknown = typeof handler === "function" ? handler() : undefined;
    for (const method of methods) expect(Object(made)[method]).toBeTypeOf("function");
    expect(Object.keys(Object(made)).toSorted()).toEqual(methods.toSorted());
  });

  test.each(Object.entries(released))(
    "for %s is short and says nothing that changes",
    (_type, text) => {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120);
      expect(text).not.toMatch(/\d/);
      expect(text).toMatch(
        /^exports\.handler=\(\)=>require\("pulumi-hosting\/runtime"\)\.handler\("[a-z]+:[A-Za-z]+"\)$/,
      );
    },
  );
});

test("every class has its text among them: add it before a release, and never change one", () => {
  expect(Object.keys(released).toSorted()).toEqual([...definitions.keys()].toSorted());
});

test("a text of a class that this version does not know says what to install", () => {
  const { handler } = load(providerText("storage:Tape"));
  expect(handler).toThrow(
    "This version of pulumi-hosting does not know storage:Tape. Install the version that made it, or a newer one.",
  );
});
