import { play } from "./demo/play.ts";

const help = `Shows a load-balanced app from preview to destroy with the real Pulumi CLI, on the
embedded platform, in a temporary directory: no account, no port, nothing of yours is touched.

  npm run demo             run it
  npm run demo -- --keep   leave the directory for a look around`;

if (process.argv.includes("--help")) console.log(help);
else await play({ keep: process.argv.includes("--keep") });
