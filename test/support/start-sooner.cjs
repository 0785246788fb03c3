// Loaded first by each node that a command starts. One that only evaluates a line, as where Pulumi is looked for, is done
// before this would help it.
if (!process.execArgv.some((argument) => ["-e", "-p"].includes(argument))) {
  require("./compile-cache.cjs");
  require("./late-modules.cjs");
  require("./spared-work.cjs");
}
