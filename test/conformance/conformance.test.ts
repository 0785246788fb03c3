/** The promises of every class; behaviour specific to one is in its own test. */
import { describe, expect, test } from "vitest";
import { definitions } from "../../resources/_registry.ts";
import { declared, errorOf, newContext } from "../support/session.ts";
import { classes, samples } from "../support/session-inputs.ts";
import { worksOf } from "../support/session-object.ts";
import { promisesOfDifferences } from "./differences.ts";
import { promisesOfGaps } from "./gaps.ts";
import { promisesOfInputs } from "./inputs.ts";
import { promisesOfObjects } from "./objects.ts";
import { promisesOfSecretInputs } from "./secret-inputs.ts";
import { promisesOfSecrets } from "./secrets.ts";
import { subjectOf } from "./subject.ts";

test("every class is in this suite", () => {
  expect(Object.keys(samples).toSorted()).toEqual([...definitions.keys()].toSorted());
});

describe.each(classes)("%s", (_type, definition, sample) => {
  const subject = subjectOf(definition, sample);
  describe("its inputs", () => promisesOfInputs(subject));
  describe("a diff", () => promisesOfDifferences(subject));
  if (subject.isOnPlatform) describe("on a platform", () => promisesOfObjects(subject));
  describe("what the specification does not show of it", () => promisesOfGaps(subject));
  describe("its secrets", () => promisesOfSecrets(subject));
  describe("its inputs that a program keeps secret", () => promisesOfSecretInputs(subject));

  test.each(["diff", "read", "update", "remove"] as const)(
    "that was made on another platform is an error for %s, and nothing is sent",
    async (operation) => {
      const made = "api:https://api.example#shop";
      const state = { ...subject.before, __world: made };
      const works = worksOf(newContext(), definition);
      const { code, message } = await errorOf(() =>
        operation === "read" || operation === "remove"
          ? works[operation]("x_1", state)
          : works[operation]("x_1", state, declared(sample)),
      );
      expect({ code, message }).toEqual({
        code: "world",
        message: `${definition.noun} "main" was made on https://api.example (account shop), but the settings point at the embedded platform 1: nothing was done. Use its settings; if both are one, set HOSTING_ACCEPT_WORLD=${made}.`,
      });
    },
  );
});
