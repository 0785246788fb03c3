// The pack as it is; docs/guides/policies.md shows how to make one of your own.
require("pulumi-hosting/policies").hostingPack();
// The engine ends the pack by a signal, before Node would write what it compiled.
require("node:module").flushCompileCache();
