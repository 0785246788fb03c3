import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * The licenses of the packages that these modules are from, as they ask to be passed on.
 *
 * @throws Error when a package brings no text of its license.
 */
export function licensesOf(modules: readonly string[]): string {
  const directories = modules.flatMap(
    (module) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? [],
  );
  return [...new Set(directories)].toSorted().map(licenseOf).join("\n\n");
}

function licenseOf(directory: string): string {
  const text = readFileSync(join(directory, "package.json"), "utf8");
  const { name, version, license } = Package.parse(JSON.parse(text));
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} brings no text of its license.`);
  const whole = readFileSync(join(directory, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${whole}\n`;
}
