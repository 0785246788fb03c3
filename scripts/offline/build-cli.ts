import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, globSync, linkSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Way } from "../cli/ensure.ts";
import { programs } from "../cli/locate.ts";

const goModule = join(import.meta.dirname, "pulumi-cli");

/** The CLI built from Go modules, with our own language host, where Pulumi's downloads are out of reach. */
export const build: Way = {
  source: "build",
  entry: (version) => `${version}-${hashOfSources(version)}`,
  fill: buildWithGo,
};

/** Builds the CLI and its language host; the first time takes minutes. */
function buildWithGo(directory: string, version: string): void {
  console.error(`Building Pulumi CLI ${version} with Go, once; this takes some minutes …`);
  const packages = ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "./pulumi-language-nodejs"];
  const result = spawnSync("go", [...buildArguments(version), "-o", directory, ...packages], {
    cwd: goModule,
    // The CLI has to run here, whatever the shell is set up to build.
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOOS: "", GOARCH: "" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`go build ended with code ${result.status}`);
  // One program: its name tells it what to run.
  linkSync(join(directory, programs.languageHost), join(directory, "pulumi-language-bun"));
  const provider = join(directory, programs.dynamicProvider);
  copyFileSync(dynamicProviderScript(), provider);
  chmodSync(provider, 0o755);
}

/** As Pulumi's own releases are built. */
function buildArguments(version: string): readonly string[] {
  const variable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
  return [
    "build",
    "-trimpath",
    // A checkout that belongs to another user would otherwise fail the build.
    "-buildvcs=false",
    "-tags",
    "osusergo,grpcnotrace",
    "-ldflags",
    `-s -w -X ${variable}=v${version}`,
  ];
}

/** Changes with everything that goes into the build. */
function hashOfSources(version: string): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([process.platform, process.arch, buildArguments(version)]));
  hash.update(readFileSync(dynamicProviderScript()));
  const sources = globSync(["go.mod", "go.sum", "pulumi-language-nodejs/*.go"], { cwd: goModule });
  for (const file of sources.filter((name) => !name.endsWith("_test.go")).toSorted()) {
    hash.update(readFileSync(join(goModule, file)));
  }
  return hash.digest("hex").slice(0, 12);
}

/** The script in @pulumi/pulumi that starts the provider process of dynamic resources. */
function dynamicProviderScript(): string {
  const resolve = createRequire(import.meta.url).resolve;
  return join(dirname(resolve("@pulumi/pulumi/package.json")), programs.dynamicProvider);
}
