import { runSteps } from "../steps.ts";
import { play } from "./play.ts";

const help = `Shows a load-balanced app from preview to destroy with the real Pulumi CLI, on the
embedded platform, in a temporary directory: no account, no port, nothing of yours is touched.

  npm run demo             run it
  npm run demo -- --keep   leave the directory for a look around`;

const { argv, execPath } = process;

if (argv.includes("--help")) console.log(help);
else {
  runSteps([{ what: "build the package", command: [execPath, "tools/build.ts"] }]);
  await play({ keep: argv.includes("--keep") });
}
