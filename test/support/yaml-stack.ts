import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stringify } from "yaml";
import { openStack, type TestStack } from "./stack.ts";

/** The resources of a YAML program, by logical name. */
export type Resources = Readonly<Record<string, YamlResource>>;

export interface YamlResource {
  readonly type: string;
  readonly name?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

const entry = join(import.meta.dirname, "..", "..", "dist", "resources", "plugin.js");

/** Makes a directory that the engine takes for the plugin; the process id in it is for what kills it. */
export function makePluginDirectory(directory: string): void {
  mkdirSync(directory);
  const script = `#!/bin/sh
echo $$ > "${join(directory, "pid")}"
exec "${process.execPath}" "${entry}" "$@"
`;
  writeFileSync(join(directory, "pulumi-resource-hosting"), script, { mode: 0o755 });
}

/** A stack whose programs are YAML, with the plugin of this checkout's build, or with what the engine installs. */
export async function openYamlStack(
  hostDirectory: string,
  { installs = false } = {},
): Promise<TestStack> {
  const stack = await openStack();
  if (!installs) makePluginDirectory(join(stack.directory, "plugin"));
  stack.env["PATH"] = [hostDirectory, stack.env["PATH"]].join(delimiter);
  return stack;
}

/** Replaces the program. */
export function yamlProgram(
  stack: TestStack,
  resources: Resources,
  outputs: Readonly<Record<string, unknown>> = {},
): void {
  const hasPlugin = existsSync(join(stack.directory, "plugin"));
  const plugins = { providers: hasPlugin ? [{ name: "hosting", path: "./plugin" }] : [] };
  const program = { name: "e2e", runtime: "yaml", plugins, resources, outputs };
  writeFileSync(
    join(stack.directory, "Pulumi.yaml"),
    stringify(program, { aliasDuplicateObjects: false }),
  );
}
