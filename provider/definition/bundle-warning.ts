import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";

let hasWarned = false;

/** Warns once of a program that was bundled with the package and runs without it. */
export function warnOfBundle(): void {
  if (hasWarned) return;
  hasWarned = true;
  const warning = bundleWarning(process.cwd());
  if (warning !== undefined) void pulumi.log.warn(warning);
}

/**
 * Pulumi's provider process runs in the program's directory and looks for the package from there. Its own error, which
 * names a missing module, says nothing of bundles.
 */
export function bundleWarning(directory: string): string | undefined {
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-hosting/package.json");
    return undefined;
  } catch {
    return `pulumi-hosting is not installed in ${directory}, and a bundle does not replace it: Pulumi's provider process loads the package from there. Run \`npm install pulumi-hosting\` there, also where the program is a bundle.`;
  }
}
