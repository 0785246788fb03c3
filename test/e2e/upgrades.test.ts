import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { keptOf, recordedReleases, reopenRelease } from "../support/releases.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { MortalStack, objectsIn } from "../support/stack-kill.ts";

test("a stack of every version is kept (node test/support/record-release.ts)", () => {
  expect(recordedReleases()).toContain(manifest.version);
});

it.each(recordedReleases())("goes on with a stack that %s left", async (version) => {
  await using stack = await openStack();
  await reopenRelease(stack, version);
  stack.requests();
  expect(await stack.preview()).toMatchObject({ changes: {}, messages: [] });
  expect(await stack.refresh()).toMatchObject({ changes: {}, messages: [] });
  expect(stack.writes()).toEqual([]);

  await stack.destroy();
  expect(left(stack)).toEqual([]);
});

// test/fixtures/releases/0.2.0/README.md says how it was made.
it("goes on with a component package that was compiled against 0.2.0", async () => {
  await using stack = await openStack();
  await reopenRelease(stack, "0.2.0/package");
  cpSync(join(keptOf("0.2.0/package"), "acme-web.js"), join(stack.directory, "acme-web.js"));
  const before = objectsIn(stack);
  stack.writes();
  // The application says what nothing but a person can attach.
  const messages = [expect.stringMatching(/^to do in the console for /)];
  expect(await stack.preview()).toMatchObject({ changes: {}, messages });
  expect(await stack.up()).toMatchObject({ changes: {}, messages });
  expect(stack.writes()).toEqual([]);

  const program = join(stack.directory, "index.ts");
  const balanced = 'transform: { loadBalancer: { algorithm: "least_connections" } }, image';
  writeFileSync(program, readFileSync(program, "utf8").replace("image", balanced));
  expect((await stack.up()).changes).toEqual({ "shop-balancer": "update" });
  expect(objectsIn(stack)).toEqual(before);
  await stack.destroy();
  expect(left(stack)).toEqual([]);
});

it("takes over the creates that 0.1.0 left open in its journal", async () => {
  await using mortal = await MortalStack.open(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });`);
  await mortal.killedInside("before 2 Create");
  expect(mortal.creates()).toHaveLength(2);
  const file = join(mortal.stack.directory, ".local/state/pulumi-hosting/intents.db");
  using journal = new DatabaseSync(file);
  // Its rows are the same; beside them 0.1.0 has its number, and tables that nothing reads any more.
  journal.exec(`
    PRAGMA user_version = 7;
    CREATE TABLE adoptions (world TEXT NOT NULL) STRICT;
    CREATE TABLE deletions (world TEXT NOT NULL) STRICT;
    CREATE TABLE freed (world TEXT NOT NULL) STRICT;
  `);
  journal.close();
  expect((await mortal.stack.up()).messages.join()).not.toContain(file);
  expect(mortal.creates()).toEqual([]);
  expect(mortal.state()).toEqual(mortal.world());
  expect(mortal.world()).toHaveLength(2);
});

/** Kinds of which the platform has objects. */
function left(stack: TestStack): readonly string[] {
  const kinds = Object.entries(stack.platform.snapshot());
  return kinds.filter(([, { length }]) => length > 0).map(([kind]) => kind);
}
