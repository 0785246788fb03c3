import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { cacheDirectory } from "../../scripts/cli/cache-directory.ts";

const version = "1.25.0";

/** Pulumi's language host for YAML: the directory that has it, or why there is none. */
export type YamlHost = { readonly directory: string } | { readonly missing: string };

/** The official host, built from its Go module into the user's cache the first time, which takes minutes. */
export function yamlHost(): YamlHost {
  const cache = cacheDirectory({
    environment: process.env,
    platform: process.platform,
    home: homedir(),
  });
  const directory = join(dirname(cache), "pulumi-language-yaml", version);
  if (existsSync(join(directory, "pulumi-language-yaml"))) return { directory };
  mkdirSync(directory, { recursive: true });
  try {
    const module = `github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml@v${version}`;
    const env = { ...process.env, GOBIN: directory };
    execFileSync("go", ["install", module], { env, stdio: "pipe" });
    return { directory };
  } catch (error) {
    const [line = ""] = String(Object(error).stderr ?? error)
      .trim()
      .split("\n")
      .slice(-1);
    return { missing: `Pulumi's YAML host ${version} could not be built with Go: ${line}` };
  }
}
