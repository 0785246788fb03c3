import { expect, it } from "vitest";
import { playExample } from "../support/packed-example.ts";

it.each([
  "component-package",
  "component-user",
  "database-with-volume",
  "image-pipeline",
  "load-balanced-app",
  "private-network-and-firewall",
  "quickstart",
  "rolling-deploy",
  "team-and-keys",
  "two-accounts",
])("%s of the package runs where it is copied to, as its README says", async (name) => {
  await playExample(name);
});

it("policies of the package refuses what its README says", async () => {
  await expect(playExample("policies")).rejects.toMatchObject({
    stdout: expect.stringMatching(
      /\[mandatory\].* no-world-open-ports[\s\S]*\[mandatory\].* volume-size/,
    ),
  });
});
