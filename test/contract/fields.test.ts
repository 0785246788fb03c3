import { describe, expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { toWire, wireName } from "../../contract/naming.ts";
import { platformInputs } from "../../provider/lifecycle/record/state.ts";
import { definitions } from "../../resources/_registry.ts";
import { examples } from "../kinds/_all.ts";
import { inputFields } from "./schema.ts";
import { rowsWith, section } from "./spec-tables.ts";

function sentBy(type: string): readonly string[] {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`no class ${type}`);
  const every = Object.keys(definition.inputs.shape).map((name) => [name, name]);
  return Object.keys(Object(toWire(platformInputs(definition, Object.fromEntries(every)))));
}

describe("request fields", () => {
  test("are specified for every class", () => {
    expect(examples.map(({ type }) => type).toSorted()).toEqual([...definitions.keys()].toSorted());
  });

  test.each(examples)("of a $type are those of spec 2", ({ type, fields }) => {
    const expected = [...fields.specified, ...fields.elsewhere];
    expect(sentBy(type).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ["compute:Container", "2.1", ["name", "type"]],
    ["compute:Instance", "2.2", ["name"]],
    ["compute:PortForward", "2.4", []],
    ["compute:Server", "2.3", ["name"]],
    ["network:LoadBalancer", "2.9", ["name"]],
    ["storage:Volume", "2.7", ["name"]],
  ] as const)(
    "of a %s that are required are required, but for %3$j that we fill in",
    (type, number, filled) => {
      const required = rowsWith(number, "Field")
        .filter((row) => row["Required"] === "yes")
        .map((row) => String(row["Field"]));
      const own = inputFields(definitionOf(type))
        .filter((field) => field.required && !field.path.includes("."))
        .map((field) => wireName(field.path));
      const elsewhere = examples.find((example) => example.type === type)?.fields.elsewhere ?? [];
      const atTop = own.filter((name) => !elsewhere.includes(name));
      expect([...atTop, ...filled].toSorted()).toEqual(required.toSorted());
    },
  );

  test.each([
    [
      "forwardingRules",
      "Forwarding rule:",
      ["entry_port", "entry_protocol", "target_port", "target_protocol", "certificate_id"],
    ],
    [
      "healthCheck",
      "Health check:",
      ["protocol", "port", "path", "interval", "timeout", "threshold"],
    ],
  ] as const)("inside %s are those of spec 2.9", (input, start, names) => {
    const line = section("2.9").find((text) => text.startsWith(start));
    const nested = inputFields(definitionOf("network:LoadBalancer"))
      .filter(({ path }) => path.startsWith(`${input}.`))
      .map(({ path }) => wireName(path.slice(input.length + 1)));
    expect(nested).toEqual(names);
    for (const name of names) expect(line).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("choices are those the spec gives", () => {
    const filesystem = rowsWith("2.7", "Field").find((row) => row["Field"] === "filesystem");
    expect(choices("storage:Volume", "filesystem")).toEqual(["ext4", "xfs", "none"]);
    expect(filesystem?.["Values / notes"]).toBe("ext4, xfs, none (raw)");
    expect(choices("compute:PortForward", "protocol")).toEqual(["tcp", "udp"]);
    const algorithms = section("2.9").find((line) => line.startsWith("Balancing algorithms"));
    for (const algorithm of choices("network:LoadBalancer", "algorithm")) {
      expect(algorithms).toContain(algorithm);
    }
  });

  test("an action is one of the five of spec 4.1", () => {
    const row = rowsWith("4.1", "Method").find(
      ({ Path }) => Path === endpoints.container.action.path,
    );
    expect(row?.["Request"]).toBe(
      "{action} where action is start, stop, restart, freeze, unfreeze",
    );
  });
});

function definitionOf(type: string) {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`no class ${type}`);
  return definition;
}

/** The message of a schema when none of its choices is given. */
function choices(type: string, input: string): readonly string[] {
  const parsed = definitionOf(type).inputs.safeParse({ [input]: "?" });
  const issue = parsed.error?.issues.find(({ path }) => path[0] === input);
  return issue?.code === "invalid_value" ? issue.values.map(String) : [];
}
