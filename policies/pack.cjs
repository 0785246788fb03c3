// The pack as it is; docs/guides/policies.md shows how to write your own.
try {
  require.resolve("@pulumi/policy");
} catch {
  console.error(
    "The policy pack was not started: @pulumi/policy is missing. Run `npm install @pulumi/policy`.",
  );
  process.exit(1);
}
require("pulumi-hosting/policies").hostingPack();
// The engine ends the pack by a signal, before Node would write what it compiled.
require("node:module").flushCompileCache();
