import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { root } from "./root.ts";

const platforms = ["linux", "darwin", "windows"];
const machines = ["amd64", "arm64"];

/** The engine installs the dependencies, and starts the command beside it where the system takes that for one. */
const project = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
const command = '#!/usr/bin/env node\nrequire("./dist/resources/plugin.js");\n';

/** Writes the plugin of the build as the engine downloads it from a `pluginDownloadURL`: one archive, by a name for each platform. */
export function writePluginArchives(directory: string): void {
  const plugin = mkdtempSync(join(tmpdir(), "pulumi-resource-hosting-"));
  try {
    makePlugin(plugin);
    mkdirSync(directory, { recursive: true });
    const archive = join(directory, "plugin.tar.gz");
    execFileSync("tar", ["-czf", archive, "-C", plugin, "."]);
    const names = platforms.flatMap((platform) => machines.map((one) => `${platform}-${one}`));
    for (const name of names)
      copyFileSync(
        archive,
        join(directory, `pulumi-resource-hosting-v${manifest.version}-${name}.tar.gz`),
      );
    rmSync(archive);
  } finally {
    rmSync(plugin, { recursive: true });
  }
}

function makePlugin(directory: string): void {
  const { name, version, description, license, engines, dependencies, peerDependencies } = manifest;
  const { "@pulumi/pulumi": sdk } = peerDependencies;
  const own = { name, version, description, license, engines, main: "dist/resources/plugin.js" };
  const needed = { ...dependencies, "@pulumi/pulumi": sdk };
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({ ...own, dependencies: needed }, null, 2),
  );
  writeFileSync(join(directory, "PulumiPlugin.yaml"), project);
  writeFileSync(join(directory, "pulumi-resource-hosting"), command, { mode: 0o755 });
  cpSync(join(root, "LICENSE"), join(directory, "LICENSE"));
  cpSync(join(root, "dist"), join(directory, "dist"), {
    recursive: true,
    filter: (file) => !/\.(d\.ts|map)$/.test(file),
  });
}
