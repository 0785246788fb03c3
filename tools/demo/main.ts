import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runSteps } from "../steps.ts";
import { play } from "./play.ts";
import { recordingOf } from "./recording.ts";

const help = `Shows a load-balanced app from preview to destroy with the real Pulumi CLI, on the
embedded platform, in a temporary directory: no account, no port, nothing of yours is touched.

  npm run demo               run it
  npm run demo -- --keep     leave the directory for a look around
  npm run demo -- --record   write what it prints to docs/images/demo.svg`;

const { argv, execPath } = process;

if (argv.includes("--help")) {
  console.log(help);
} else if (argv.includes("--record")) {
  record();
} else {
  runSteps([{ what: "build the package", command: [execPath, "tools/build.ts"] }]);
  await play({ keep: argv.includes("--keep") });
}

function record(): void {
  const { status, stdout } = spawnSync(execPath, [import.meta.filename], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  if (status === 0) writeFileSync(join(root, "docs/images/demo.svg"), recordingOf(stdout));
  else process.exitCode = 1;
}
