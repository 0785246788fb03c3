import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Licenses that ask for no more than to be passed on. */
export const allowedLicenses: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
];

/** The directories of the packages that these modules are from. */
export function packagesOf(modules: readonly string[]): readonly string[] {
  const directories = modules.flatMap(
    (module) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? [],
  );
  return [...new Set(directories)].toSorted();
}

/**
 * The licenses of the packages in these directories, as they ask to be passed on.
 *
 * @throws Error when a package brings no text of its license, or has one that is not allowed.
 */
export function licensesOf(directories: readonly string[]): string {
  return directories.map(licenseOf).join("\n\n");
}

function licenseOf(directory: string): string {
  const text = readFileSync(join(directory, "package.json"), "utf8");
  const { name, version, license } = Package.parse(JSON.parse(text));
  if (!allowedLicenses.includes(license)) {
    throw new Error(
      `${name} ${version} was not taken in: its license ${license} is not on the list in tools/licenses.ts.`,
    );
  }
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} brings no text of its license.`);
  const whole = readFileSync(join(directory, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${whole}\n`;
}
