// Loaded first by each node that a command starts. One that only evaluates a line, as where Pulumi is looked for, is done
// before this would help it.
if (!process.execArgv.some((argument) => ["-e", "-p"].includes(argument))) {
  // Before the cache: V8 takes nothing from one that was written under other flags.
  require("./few-collections.cjs");
  require("./compile-cache.cjs");
  require("./late-modules.cjs");
  require("./spared-work.cjs");
}
