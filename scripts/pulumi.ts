import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { ensurePulumi } from "./cli/ensure.ts";

/**
 * `npm run pulumi -- up`: the Pulumi CLI of this repository, with the Node of the development dependencies before
 * anything else on PATH. Without arguments it prints that PATH, for typing `pulumi` yourself.
 */
const cli = await ensurePulumi();
const path = [dirname(process.execPath), cli.directory].join(delimiter);
const args = process.argv.slice(2);

if (args.length === 0) {
  console.log(`\nPulumi ${cli.version} is ready (${cli.source}). To type \`pulumi\` yourself:\n`);
  console.log(`  export PATH="${path}:$PATH"`);
} else {
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env["PATH"] ?? ""}` };
  // npm starts scripts in the root; the stack is the one of the directory the user is in.
  const cwd = process.env["INIT_CWD"] ?? process.cwd();
  const child = spawn(cli.pulumi, args, { cwd, env, stdio: "inherit" });
  // Ctrl-C reaches the whole group, and the engine decides how it ends.
  process.on("SIGINT", () => undefined);
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
