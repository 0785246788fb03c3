import { expect, test } from "vitest";
import type { Props } from "../../provider/definition/session.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import { intentOf } from "../../provider/lifecycle/operation/intent.ts";
import { withKeptSecrets } from "../../provider/lifecycle/record/secrets.ts";
import { inputNames, isRecord } from "../../provider/lifecycle/record/state.ts";
import { nextRun } from "../support/next-run.ts";
import { openObject, worksOf } from "../support/session-object.ts";
import type { Subject } from "./subject.ts";

/** The promises about an input that a program keeps secret, of whatever class: no message has its value. */
export function promisesOfSecretInputs({
  definition,
  sample,
  errors,
  isOnPlatform,
}: Subject): void {
  const names = inputNames(definition).filter((name) => name in sample);

  test.each(names)("never show a secret %s that is refused by a check", (name) => {
    const long = "secret text ".repeat(12);
    for (const value of [long, "secret text", 1234567, [long], { key: long }, [{ key: long }]]) {
      const problems = errors({ ...sample, [name]: value, __secrets: [name] });
      const shown = JSON.stringify(problems);
      expect(shown).not.toMatch(/secret text|1234567/);
      expect(problems.map(({ property }) => property)).not.toContain(name);
    }
  });

  if (!isOnPlatform) return;

  test.each(names)(
    "never show a secret %s that is refused, quoted, changed by hand, respelled or not adopted",
    async (name) => {
      const object = await openObject(definition);
      const { id, platform, context } = object;
      const { remove } = worksOf(nextRun(context), definition);
      const inputs: Props = { ...object.inputs, __secrets: [name] };
      const state: Props = { ...object.state, __secrets: [name] };
      // An id is never a secret of Pulumi's, so what is in one is in messages as well; and a noun tells nothing.
      const isOpen = (text: string) => id.includes(text) || text === definition.noun;
      const textsOf = (value: unknown) => textsIn(value).filter((text) => !isOpen(text));
      const left: string[] = [];
      const watch = async (work: () => Promise<unknown>) => {
        await work().catch((error: unknown) => left.push(...shownBy(error)));
      };
      const quoting = async (method: string, by: Props, work: () => Promise<unknown>) => {
        const error = `invalid values ${textsOf(by[name]).join(", ")} in the request`;
        platform.faults.add({ method, status: 422, body: JSON.stringify({ error }) });
        await watch(work);
        platform.faults.clear();
      };
      const changed = { ...inputs, [name]: object.other[name] ?? inputs[name] };
      const anew = { ...inputs, __identity: { ...Object(inputs["__identity"]), name: "second" } };

      await quoting("POST", anew, () => object.create(anew));
      await watch(() => object.create({ ...anew, adopt: id, [name]: object.other[name] }));
      await watch(() => object.diff(id, state, changed));
      for (const method of ["PATCH", "PUT", "POST"]) {
        await quoting(method, changed, () => object.update(id, state, changed));
      }
      await quoting("DELETE", state, () => remove("x_1", state));
      // Somebody changes it.
      await object.update(id, state, changed).catch(() => undefined);
      await watch(() => object.read(id, state));
      // The platform spells it in another way from the beginning.
      const respelled = { ...state, [name]: spelled(inputs[name]), __echoes: [], __shown: {} };
      await watch(() => object.read(id, respelled));

      const shown = [...left, ...context.said];
      for (const text of new Set([inputs[name], object.other[name]].flatMap(textsOf))) {
        expect(shown.filter((line) => isIn(text, line))).toEqual([]);
      }
    },
  );

  test("never show a secret id that is to be adopted", async () => {
    const { create, inputs, context } = await openObject(definition);
    const adopt = "canary-id-of-nothing";
    const given = { ...inputs, adopt, __secrets: ["adopt"] };
    const shown = await create(given).then(() => [], shownBy);
    expect([...shown, ...context.said].filter((line) => line.includes(adopt))).toEqual([]);
  });

  test("never show a secret name in the journal", async () => {
    const { inputs, context } = await openObject(definition);
    const name = "canary-name";
    const { subject } = intentOf(context, withKeptSecrets(definition, { __secrets: ["name"] }), {
      ...inputs,
      name,
      __secrets: ["name"],
    });
    expect(subject).not.toContain(name);
  });

  test.each(names)("are written to the state anew once %s becomes secret", async (name) => {
    const { id, state, inputs, diff, update, writes } = await openObject(definition);
    const secret = { ...inputs, __secrets: [name] };
    expect(await diff(id, state, secret)).toMatchObject({ changes: true, replaces: [] });
    const written = await update(id, state, secret);
    expect(writes()).toEqual([]);
    expect(await diff(id, written, secret)).toMatchObject({ changes: false, replaces: [] });
    // Not secret any more is no reason to write it.
    expect(await diff(id, written, inputs)).toMatchObject({ changes: false, replaces: [] });
  });
}

/** Messages and properties that an error leaves in a log or a state. */
function shownBy(error: unknown): readonly string[] {
  if (!HostingError.isInstance(error)) throw error;
  const { message, reason = "", stack = "" } = error;
  const unfinished = error instanceof PartialFailure ? error.properties["__unfinished"] : "";
  return [message, reason, stack, String(unfinished)];
}

/** Shorter ones are in any text; those of a word's length count as whole words. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") {
    return String(value).length < 3 ? [] : [String(value)];
  }
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function isIn(text: string, line: string): boolean {
  return text.length < 8 ? line.split(/\W+/).includes(text) : line.includes(text);
}

/** The same value with other texts, as a platform may write them. */
function spelled(value: unknown): unknown {
  if (typeof value === "string") return `${value}\n`;
  if (Array.isArray(value)) return value.map(spelled);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spelled(item)]));
}
