// V8 would compile Pulumi's modules anew in each node. Pulumi's host for programs sets this flag once it runs, and V8
// takes nothing from a cache that was written under other flags.
require("node:v8").setFlagsFromString("--allow-natives-syntax");
require("node:module").enableCompileCache(
  require("node:path").join(require("node:os").tmpdir(), "pulumi-hosting-test-compiled"),
);
