import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { resourceClass } from "../../provider/definition/resource-class.ts";
import { inputNames } from "../../provider/lifecycle/record/state.ts";
import { errorOf } from "../support/session.ts";
import { mockEngine, watchOptions } from "../support/session-mocks.ts";
import { openObject } from "../support/session-object.ts";
import type { Subject } from "./subject.ts";

/** The promises about secrets, in inputs and in outputs. */
export function promisesOfSecrets({ definition, sample, errors }: Subject): void {
  mockEngine();

  test("are secrets for Pulumi", async () => {
    const { seen, options } = watchOptions();
    const made = Object(
      new (resourceClass<object, object>()(definition))("main", { ...sample }, options),
    );
    expect(seen[0]?.additionalSecretOutputs).toEqual([...definition.secrets, "__drifted"]);
    for (const name of inputNames(definition)) {
      expect(await pulumi.isSecret(made[name])).toBe(definition.secrets.includes(name));
    }
  });

  test.each(definition.secrets.filter((name) => name in sample))(
    "never name %s in a problem or show its value",
    (name) => {
      for (const value of [5, "", "secret text", ["secret text"], { pem: "secret text" }]) {
        const problems = errors({ ...sample, [name]: value });
        expect(problems).toEqual([{ reason: expect.stringMatching(new RegExp(`^${name} `)) }]);
        expect(JSON.stringify(problems)).not.toContain("secret text");
      }
    },
  );

  test.each(definition.secrets)(
    "are never said: %s stays in the state, also through a refresh",
    async (name) => {
      const { id, state, context, inputs, create, read } = await openObject(definition);
      const secret = String(state[name]);
      expect((await read(id, state)).state[name]).toBe(secret);
      await create({ ...inputs, adopt: id });
      const { message } = await errorOf(() => create({ ...inputs, adopt: "no id" }));
      expect([...context.said, message].join("\n")).not.toContain(secret);
    },
  );
}
