import { expect, test } from "vitest";
import { UNKNOWN } from "../../contract/values/unknown.ts";
import { isPlugin } from "../support/door.ts";
import { errorOf, newContext } from "../support/session.ts";
import { type Subject, unchanged, updated } from "./subject.ts";

/** The promises of a preview: each input has the effect in its definition, known or not. */
export function promisesOfDifferences(subject: Subject): void {
  const { definition, other, inputsOn, isDocumented, diff } = subject;

  test("of what stays is empty", async () => {
    expect(await diff({})).toMatchObject(unchanged);
  });

  test("of `adopt`, opt-ins, hidden inputs and what was learned is empty", async () => {
    const optIns = Object.fromEntries(inputsOn("ignore").map((name) => [name, true]));
    const hidden = { __identity: { name: "moved" }, __provider: "new" };
    expect(await diff({ ...optIns, ...hidden, adopt: "x_9" })).toMatchObject(unchanged);
    expect(await diff({}, { adopt: "x_9", __routes: {}, __echoes: ["name"] })).toMatchObject(
      unchanged,
    );
  });

  test.each([
    ["timeouts", { timeouts: { read: "5m" } }],
    // Requests to the plugin contain it, so no state has it there.
    ...(isPlugin ? [] : [["customTimeouts", { __timeouts: { delete: "5m" } }] as const]),
  ] as const)(
    "of %s is kept, because later operations know the state only",
    async (_name, change) => {
      expect(await diff(change)).toMatchObject({ changes: true, replaces: [] });
      expect(await diff(change, change)).toMatchObject(unchanged);
      expect(await diff({ timeouts: UNKNOWN })).toMatchObject(unchanged);
    },
  );

  test.each(inputsOn("store"))("of another %s is kept as well", async (name) => {
    expect(await diff({ [name]: true })).toMatchObject(updated);
  });

  test.each(inputsOn("replace"))(
    "replaces it for another %s, also one that is not known yet",
    async (name) => {
      for (const after of [other[name], UNKNOWN]) {
        expect(await diff({ [name]: after })).toMatchObject({
          changes: undefined,
          replaces: [name],
        });
      }
    },
  );

  test.each(inputsOn("refuse"))(
    "replaces it for another %s only where that is allowed",
    async (name) => {
      const { unless = "" } = definition.changes[name] ?? {};
      const { code, message } = await errorOf(() => diff({ [name]: other[name], [unless]: false }));
      expect({ code, message }).toEqual({
        code: "input",
        message: expect.stringContaining(`set ${unless}: true to allow it.`),
      });
      expect(await diff({ [name]: UNKNOWN, [unless]: false })).toMatchObject(updated);
      for (const after of [other[name], UNKNOWN]) {
        expect(await diff({ [name]: after, [unless]: true })).toMatchObject({ replaces: [name] });
      }
    },
  );

  test.each(inputsOn("update"))(
    "updates it for another %s, also one that is not known yet",
    async (name) => {
      for (const after of [other[name], UNKNOWN])
        expect(await diff({ [name]: after })).toMatchObject(updated);
    },
  );

  test.each(inputsOn("update"))(
    "does for another %s what documented routes allow where others are never tried",
    async (name) => {
      const { unless } = definition.changes[name] ?? {};
      const context = newContext([], { assumedRoutes: "never" });
      const change = { [name]: other[name], ...(unless && { [unless]: true }) };
      const isPossible = isDocumented("update") || definition.update !== undefined;
      const replaces = isPossible ? [] : [name];
      expect(await diff(change, {}, context)).toMatchObject({ changes: undefined, replaces });
    },
  );
}
