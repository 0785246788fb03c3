import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

/** Two components, each with a volume and a container of one logical name. */
const program = (kinds: readonly string[]) => `
const places = ${JSON.stringify(kinds)}.map((kind) => new pulumi.ComponentResource(kind, "place"));
for (const parent of places) {
  new hosting.Volume("data", { region: "eu-1", sizeGb: 10 }, { parent });
  new hosting.Container("app", { image: "debian/13" }, { parent });
}`;

it("two resources of one name under two parents are two objects, and one goes without the other", async () => {
  await using stack = await openStack();
  stack.program(program(["my:Web", "my:Db"]));
  await stack.up();
  const { container, volume } = stack.platform.snapshot();
  expect([container.length, volume.length]).toEqual([2, 2]);
  const made = stack.state().filter(({ type }) => type.includes("hosting/"));
  expect(new Set(made.map(({ id }) => id)).size).toBe(4);

  await stack.up();
  const again = stack.platform.snapshot();
  expect([again.container.length, again.volume.length]).toEqual([2, 2]);

  stack.program(program(["my:Db"]));
  await stack.up();
  const left = stack.platform.snapshot();
  expect([left.container.length, left.volume.length]).toEqual([1, 1]);
  expect(stack.state().map(({ id }) => id)).toEqual(
    expect.arrayContaining([left.volume[0]?.["id"], left.container[0]?.["name"]]),
  );
});
