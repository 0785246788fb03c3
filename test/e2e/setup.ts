import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { cliDirectory } from "../support/cli-directory.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it would be published. */
    tarball: string;
  }
}

/** Once before the suite: the CLI, and the package that programs load, built and packed. */
export default async function setup(project: TestProject): Promise<() => void> {
  const root = join(import.meta.dirname, "..", "..");
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-pack-"));
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  };
  const args = ["pack", "--silent", "--pack-destination", directory];
  execFileSync("npm", args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const [tarball = ""] = readdirSync(directory);
  project.provide("tarball", join(directory, tarball));
  await cliDirectory();
  return () => rmSync(directory, { recursive: true });
}
