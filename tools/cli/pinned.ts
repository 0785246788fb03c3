import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildArguments } from "./build.ts";
import { type Checkout, dynamicProviderScript, goModule } from "./checkout.ts";
import { Problem } from "./problem.ts";

/** The CLI this repository is developed with. */
export interface PinnedCli {
  /** Version without a leading `v`. */
  version: string;
  /** The oldest Go that builds it. */
  go: string;
  /** Name of its cache entry; changes with everything that goes into the build. */
  key: string;
}

/** Reads the versions from go.mod and derives the name of the cache entry. */
export async function readPinnedCli(checkout: Checkout): Promise<PinnedCli> {
  const module = goModule(checkout);
  const goMod = await readFile(join(module, "go.mod"), "utf8");
  const version = /^\s*github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/m.exec(goMod)?.[1];
  const go = /^go (\S+)/m.exec(goMod)?.[1];
  if (version === undefined || go === undefined) {
    throw new Problem(
      `The Pulumi CLI was not prepared: ${join(module, "go.mod")} names no version of ` +
        `${version === undefined ? "github.com/pulumi/pulumi/pkg/v3" : "Go"}. Restore that line.`,
    );
  }
  const hash = createHash("sha256");
  hash.update(JSON.stringify([checkout.platform, checkout.arch, buildArguments(version)]));
  hash.update(await readFile(dynamicProviderScript(checkout)));
  for (const file of await sourceFiles(module)) {
    hash.update(`\0${file}\0`).update(await readFile(join(module, file)));
  }
  return { version, go, key: `${version}-${hash.digest("hex").slice(0, 12)}` };
}

async function sourceFiles(module: string): Promise<string[]> {
  const files = await readdir(module, { recursive: true });
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(?:^|\/)go\.(?:mod|sum)$|(?<!_test)\.go$/.test(file))
    .sort();
}
