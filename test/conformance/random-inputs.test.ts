import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../provider/lifecycle/diff.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { definitions } from "../../resources/_registry.ts";
import type { References } from "../support/kind-example.ts";
import { nextRun } from "../support/next-run.ts";
import { declared, errorOf } from "../support/session.ts";
import { arbitraryInputs } from "../support/session-arbitraries.ts";
import { definitionOf, samples } from "../support/session-inputs.ts";
import { checked } from "../support/session-object.ts";
import { makeReference } from "../support/session-references.ts";
import { openWorld, type TestWorld } from "../support/session-world.ts";

const types = [...definitions.keys()];
const unchanged = { changes: false, replaces: [] };
let world: TestWorld;
let refs: References;

beforeAll(async () => {
  world = openWorld();
  refs = await references(world);
});
afterAll(() => world.close());

/** Makes what random inputs refer to. */
async function references(own: TestWorld): Promise<References> {
  const container = await makeReference(own, "host");
  const { portForward } = own.platform.snapshot();
  const first = Number(portForward[0]?.["public_port"]);
  return {
    container,
    publicPorts: [1, 2, 3].map((offset) => first + offset),
    instances: [await makeReference(own, "inst_1"), await makeReference(own, "inst_2")],
    volume: await makeReference(own, "vol_1"),
    floatingIp: await makeReference(own, "fip_1"),
    certificate: await makeReference(own, "cert_1"),
    image: await makeReference(own, "img_1"),
    newKey: () => own.platform.createKey({ scopes: [], level: "Read" }).id,
  };
}

/** Creates, refreshes and deletes; nothing may look like a change at any time. */
async function roundTrip(definition: Definition, given: Props): Promise<void> {
  // A run asks for a declaration's object once.
  const context = nextRun(world.context);
  const inputs = checked(definition, declared(given));
  const { id, state } = await create(context, definition, inputs);
  expect(checked(definition, declared(given), inputs)).toEqual(inputs);
  expect(compare(context, definition, { id, state, inputs })).toMatchObject(unchanged);

  const refreshed = await read(context, definition, { id, props: state });
  expect(refreshed.id).toBe(id);
  expect(refreshed.inputs).toEqual(inputs);
  expect(compare(context, definition, { id, state: refreshed.state, inputs })).toMatchObject(
    unchanged,
  );

  // The platform shows no way to take a share back.
  if (definition.type === "compute:ImageShare") return;
  const later = nextRun(context);
  await remove(later, definition, { id, state: refreshed.state });
  await context.clock.sleep(1000);
  const get = { id, props: { __lookup: true } };
  if (definition.observe === undefined) await errorOf(() => read(later, definition, get));
}

describe("random inputs that are in order", () => {
  test("are there for every class", () => {
    expect(Object.keys(arbitraryInputs(refs)).toSorted()).toEqual(types.toSorted());
  });

  test.each(types)("of a %s make it, and then nothing changes", async (type) => {
    const arbitrary = arbitraryInputs(refs)[type] ?? fc.constant({});
    await fc.assert(
      fc.asyncProperty(arbitrary, (given) => roundTrip(definitionOf(type), given)),
      { numRuns: 12 },
    );
  });
});

describe("random inputs that are not in order", () => {
  // zod compares the `length` of whatever has one, and fails where that is an object.
  const value = fc.jsonValue().filter((any) => !JSON.stringify(any).includes('"length"'));
  const settings = { mailEnabled: false, now: Date.now() };

  function problemsOf(definition: Definition, inputs: Props) {
    return check(definition, settings, { oldInputs: {}, inputs }).problems;
  }

  test.each(types)("of a %s are problems, and nothing else", (type) => {
    const definition = definitionOf(type);
    const names = [...Object.keys(definition.inputs.shape), "adopt", "timeouts", "other"];
    const fields = Object.fromEntries(names.map((name) => [name, value]));
    const anything = fc.record(fields, { requiredKeys: [], noNullPrototype: true });
    fc.assert(
      fc.property(anything, (given) => {
        for (const { property, reason } of problemsOf(definition, declared(given))) {
          expect(definition.secrets).not.toContain(property);
          expect(reason).toMatch(/\S/);
        }
      }),
    );
  });

  test.each(types)("of a %s are a problem for each input that is of another type", (type) => {
    const definition = definitionOf(type);
    const sample = samples[type] ?? {};
    const wrong = fc.constantFrom<unknown>([null], [[]]);
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(sample)), wrong, (name, value) => {
        const problems = problemsOf(definition, declared({ ...sample, [name]: value }));
        expect(problems.filter(({ severity }) => severity !== "warning")).not.toEqual([]);
      }),
    );
  });
});
