import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../contract/assumptions.ts";
import { idFallbacks } from "../../contract/ids.ts";
import { findRoute } from "../../contract/routes.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { examples } from "../kinds/_all.ts";
import { freeName } from "../support/fake-api.ts";
import { declared, newContext } from "../support/session.ts";
import { definitionOf } from "../support/session-inputs.ts";

/** The request that creates the sample of each class, and the id that comes of it. */
const cases = examples.flatMap(({ type, sample, creation }) =>
  creation === null ? [] : [{ type, sample, ...creation }],
);

describe("a create", () => {
  test.each(cases)("of a $type sends $call", async ({ type, sample, call, body, id, answer }) => {
    const { expendable, kind } = definitionOf(type);
    // A look tells which of its fields show changes on the platform, and its id where the answer has none.
    const look = { call: call.replace("POST", "GET"), answer: [] };
    const isLookedAt =
      expendable === true || (idFallbacks[kind] === "name" && !("id" in { ...answer }));
    const isListed = "name" in sample && findRoute(kind, "list", defaultAssumptions)?.standing;
    const expected = [
      ...(isListed === "documented" ? [freeName(call)] : []),
      { call, body, answer: { status: "running", ...answer } },
      ...(isLookedAt ? [look] : []),
    ];
    const context = newContext(expected, { assumedRoutes: "never" });
    const stored = await create(
      context,
      definitionOf(type),
      declared({ ...sample, __generatedName: true }),
    );
    expect(stored.id).toBe(id);
    expect(stored.state).toMatchObject(sample);
  });

  test("of an API key sends nothing: it is taken over", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const inputs = declared({ keyId: "key_1" });
    expect((await create(context, definitionOf("access:ApiKey"), inputs)).id).toBe("key_1");
  });
});
