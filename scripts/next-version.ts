import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "./root.ts";

const Manifest = z.looseObject({ version: z.string() });
const Fields = z.record(z.string(), z.unknown());

/**
 * Takes all changesets of a directory into its next version and its changelog, and gives that version.
 * Changesets counts the packages of workspaces, or the only one there is; here it is the root of
 * workspaces, which are its examples, so that it is shown without them.
 *
 * @throws Error when `changeset version` fails; nothing is changed then.
 */
export function takeNextVersion(directory: string): string {
  const file = join(directory, "package.json");
  const whole = readFileSync(file, "utf8");
  const { workspaces: _examples, ...alone } = Manifest.parse(JSON.parse(whole));
  writeFileSync(file, JSON.stringify(alone));
  let version = alone.version;
  try {
    const { status, stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/changeset"),
      ["version"],
      {
        cwd: directory,
        encoding: "utf8",
      },
    );
    if (status !== 0)
      throw new Error(
        `The version was not taken. Fix what this names and run it again:\n${stdout}${stderr}`,
      );
    version = Manifest.parse(JSON.parse(readFileSync(file, "utf8"))).version;
  } finally {
    writeFileSync(file, withVersion(whole, version));
  }
  const lock = join(directory, "package-lock.json");
  writeFileSync(lock, lockWithVersion(readFileSync(lock, "utf8"), version));
  return version;
}

/** As it is written, but for the first version in it, which is the package's own. */
function withVersion(manifest: string, version: string): string {
  return manifest.replace(/"version": "[^"]*"/, `"version": "${version}"`);
}

function lockWithVersion(text: string, version: string): string {
  const lock = Fields.parse(JSON.parse(text));
  const entries = Fields.parse(lock["packages"]);
  const packages = { ...entries, "": { ...Fields.parse(entries[""]), version } };
  return `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`;
}
