import { installed, runSteps } from "./steps.ts";

const node = process.execPath;

runSteps([
  {
    what: "format and lint",
    command: [installed("biome"), "check", "--error-on-warnings", "."],
  },
  {
    what: "imports run one way",
    command: [installed("depcruise"), "--config", ".dependency-cruiser.mjs", "."],
  },
  { what: "the lock file is complete", command: [node, "tools/lock/main.ts", "--check"] },
  { what: "generated files are current", command: [node, "tools/generate/main.ts", "--check"] },
  { what: "nothing is unused", command: [installed("knip")] },
  { what: "build", command: [node, "tools/build.ts"] },
  // After the build: the examples see the package as users do, through its exports.
  { what: "types", command: [installed("tsc"), "-p", "tsconfig.json"] },
  {
    what: "types of what browsers run",
    command: [installed("tsc"), "-p", "platform/page/browser/tsconfig.json"],
  },
  { what: "package is publishable", command: [installed("publint"), "--strict"] },
  {
    what: "types resolve for users",
    command: [installed("attw"), "--pack", "."],
  },
  { what: "Go code is sound", command: ["go", "vet", "./..."], directory: "tools/pulumi-cli" },
]);
