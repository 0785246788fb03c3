import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { keyOfTests, openKeyService } from "../support/key-service.ts";
import { keepNewStack } from "../support/new-stack.ts";
import { preparePostgres } from "../support/postgres-package.ts";
import { openStack } from "../support/stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it would be published. */
    tarball: string;
  }
}

/** Once before the suite: the package that programs load, built and packed, the CLI that runs them, what it makes of a new stack, and PostgreSQL. */
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
  preparePostgres();
  const closeKeyService = await openKeyService();
  await using stack = await openStack();
  await stack.run("stack", "change-secrets-provider", keyOfTests, "--stack", "dev");
  keepNewStack(stack, join(directory, "new-stack"));
  return () => {
    closeKeyService();
    rmSync(directory, { recursive: true });
  };
}
