import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { endpoints } from "../../../contract/endpoints.ts";
import {
  type Change,
  type Definition,
  defineResource,
} from "../../../provider/definition/definition.ts";
import { inputNames, platformInputs } from "../../../provider/lifecycle/record/state.ts";
import { definitions } from "../../../resources/_registry.ts";

const all: readonly (readonly [type: string, definition: Definition])[] = [...definitions];
const optIns = ["allowDataLoss", "allowAddressChange", "allowOwnerRemoval", "reinvite"];

describe("the definition of a class", () => {
  test.each(all)("%s says of every input what a change means", (_type, definition) => {
    expect(Object.keys(definition.changes).toSorted()).toEqual(inputNames(definition).toSorted());
  });

  test.each(all)("%s has no input that Pulumi or every class takes", (_type, definition) => {
    const taken = ["id", "urn", "adopt", "timeouts"];
    const names = [...inputNames(definition), ...Object.keys(definition.outputs.shape)];
    expect(names.filter((name) => taken.includes(name) || name.startsWith("__"))).toEqual([]);
  });

  test.each(all)("%s never has an input among its outputs", (_type, definition) => {
    const outputs = Object.keys(definition.outputs.shape);
    expect(inputNames(definition).filter((name) => outputs.includes(name))).toEqual([]);
  });

  test.each(all)("%s keeps no secret that it does not have", (_type, definition) => {
    const names = [...inputNames(definition), ...Object.keys(definition.outputs.shape)];
    expect(definition.secrets.filter((name) => !names.includes(name))).toEqual([]);
    expect(definition.shownOnce.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(all)("%s refuses only what one of its opt-ins allows", (_type, definition) => {
    const changes = Object.values<Change>(definition.changes);
    for (const { unless } of changes.filter(({ on }) => on === "refuse")) {
      expect(optIns).toContain(unless);
      expect(definition.changes[unless ?? ""]).toEqual({ on: "ignore" });
    }
  });

  test.each(all)(
    "%s sends everything but opt-ins and the places of secrets",
    (_type, definition) => {
      const sent = Object.keys(platformInputs(definition, definition.inputs.shape));
      const kept = inputNames(definition).filter((name) => !sent.includes(name));
      expect(kept.filter((name) => ![...optIns, "privateKeyFrom"].includes(name))).toEqual([]);
    },
  );

  test.each(all)(
    "%s is of a kind with endpoints and has its area in its type",
    (type, definition) => {
      expect(definition.type).toBe(type);
      expect(type).toMatch(/^(?:compute|network|storage|monitoring|access):[A-Z][A-Za-z]+$/);
      expect(Object.keys(endpoints)).toContain(definition.kind);
    },
  );

  test("is made with nothing that is left out", () => {
    const made = defineResource<{ name: string }, Record<never, never>>()({
      type: "test:Small",
      kind: "volume",
      noun: "thing",
      inputs: z.object({ name: z.string() }),
      outputs: z.object({}),
      changes: { name: { on: "replace" } },
      gaps: [],
    });
    expect(made).toMatchObject({ secrets: [], oneOf: [], shownOnce: [], defaults: {} });
    expectTypeOf(made).toExtend<Definition>();
  });

  test("does not compile when schema and interface differ", () => {
    const facts = {
      type: "test:Small",
      kind: "volume",
      noun: "thing",
      outputs: z.object({}),
      changes: { name: { on: "replace" } },
      gaps: [],
    } as const;
    const define = defineResource<{ name: string }, Record<never, never>>();
    // @ts-expect-error the schema is wider than the interface
    define({ ...facts, inputs: z.object({ name: z.unknown() }) });
    // @ts-expect-error the schema has a property the interface lacks
    define({ ...facts, inputs: z.object({ name: z.string(), size: z.string().optional() }) });
    // @ts-expect-error the interface has a property the schema lacks
    define({ ...facts, inputs: z.object({}) });
    expect(define({ ...facts, inputs: z.object({ name: z.string() }) }).type).toBe("test:Small");
  });
});
