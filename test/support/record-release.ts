/**
 * Keeps a stack with every class as this version leaves it, for the test that upgrades from it, and the names that users have of it:
 * `node test/support/record-release.ts`, once the version in package.json is the one to be released.
 */
import manifest from "../../package.json" with { type: "json" };
import { recordRelease } from "./releases.ts";
import { openStack } from "./stack.ts";
import { everyClass, first, replacing } from "./stack-programs.ts";

await using stack = await openStack();
stack.program(everyClass({ ...first, ...replacing(stack.platform, "one") }));
await stack.up();
await recordRelease(stack, manifest.version);
console.log(`test/fixtures/releases/${manifest.version} is what this version leaves.`);
