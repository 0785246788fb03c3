import { describe, expect, test } from "vitest";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { errorOf, held, newContext } from "../../../support/session.ts";

const inputs = { name: "web", type: "container", image: "debian/13" };
const another = { __seenBy: "anotherK" };
const deletion = [
  { call: "GET /api/v1/instances", answer: [{ ...inputs, status: "stopped" }] },
  { call: "DELETE /api/v1/instances/web" },
];

describe("to a key that never saw it, what has a name of the user's own may be another account's", () => {
  test("so it is not stopped, and not deleted", async () => {
    const state = { ...held(inputs), ...another };
    const error = await errorOf(() => remove(newContext(), container, { id: "web", state }));
    expect(error.message).toBe(
      'container "main" (web) was not deleted: this API key has never seen it, and what has its name may be another account\'s. Check hosting:apiKey; with a new key of the same account run `pulumi refresh` first.',
    );
  });

  test.each([
    ["this key saw it", held(inputs)],
    ["the name is one we made", { ...held({ ...inputs, __generatedName: true }), ...another }],
    ["the state is of a version before", { ...held(inputs), __seenBy: undefined }],
  ])("but it is where %s", async (_why, state) => {
    await expect(
      remove(newContext(deletion), container, { id: "web", state }),
    ).resolves.toBeUndefined();
  });
});
