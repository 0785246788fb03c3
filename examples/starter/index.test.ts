import { test } from "pulumi-hosting/testing";
import { expect } from "vitest";
import { app } from "./app.ts";

test("a release replaces the machines before the old ones are deleted", {
  timeout: 120_000,
}, async ({ world }) => {
  let image = "debian/13";
  const stack = await world.stack(async () => void app(image, 0));
  await stack.up();
  image = "debian/14";
  await stack.up();

  const machines = world.platform.snapshot().instance;
  expect(machines.map((machine) => machine["image"])).toEqual(["debian/14", "debian/14"]);
});
