import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromWire, programName, toWire, wireName } from "../../contract/naming.ts";
import { definitions } from "../../resources/_registry.ts";
import { inputFields } from "./schema.ts";

const inputs = [...definitions.values()].flatMap(inputFields);
const names = [...new Set(inputs.map(({ path }) => path.split(".").at(-1) ?? path))];
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const capitalised = word.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
const anyName = fc
  .tuple(word, fc.array(capitalised, { maxLength: 4 }))
  .map(([head, tail]) => head + tail.join(""));

describe("a name in a program and on the wire", () => {
  test.each(names)("%s goes there and back", (name) => {
    expect(programName(wireName(name))).toBe(name);
    expect(wireName(name)).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
  });

  test("no two inputs share one on the wire", () => {
    expect(new Set(names.map(wireName)).size).toBe(names.length);
  });

  test("any camelCase name goes there and back", () => {
    fc.assert(fc.property(anyName, (name) => programName(wireName(name)) === name));
  });

  test("two camelCase names never share one on the wire", () => {
    fc.assert(
      fc.property(anyName, anyName, (left, right) => {
        expect(wireName(left) === wireName(right)).toBe(left === right);
      }),
    );
  });
});

describe("a value", () => {
  const program = {
    sizeGb: 10,
    forwardingRules: [{ entryPort: 443, certificateId: "cert_1" }],
    healthCheck: { path: null },
  };
  const wire = {
    size_gb: 10,
    forwarding_rules: [{ entry_port: 443, certificate_id: "cert_1" }],
    health_check: { path: null },
  };

  test("is renamed at every depth", () => {
    expect(toWire(program)).toEqual(wire);
    expect(fromWire(wire)).toEqual(program);
  });

  test("is never changed itself, whatever it spells", () => {
    expect(toWire({ name: "sizeGb", list: ["entryPort"] })).toEqual({
      name: "sizeGb",
      list: ["entryPort"],
    });
  });

  test("loses what is undefined", () => {
    expect(toWire({ name: undefined, rules: [{ ports: undefined }] })).toEqual({ rules: [{}] });
  });

  test.each(["config", "raw"])("keeps the keys of %s as they are", (key) => {
    const value = { [key]: { "ipv4.address": "10.0.0.0/24", someKey: { other_key: 1 } } };
    expect(toWire(value)).toEqual(value);
    expect(fromWire(value)).toEqual(value);
  });

  test("survives both ways, whatever it holds", () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, true, 1, "text"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(anyName, tie("value"), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(tree, (value) => {
        expect(fromWire(toWire(value))).toEqual(value);
      }),
    );
  });
});
