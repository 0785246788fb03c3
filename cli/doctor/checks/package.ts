import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import type { Terminal } from "../../terminal.ts";
import { nodeRuntimes } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";
import { findOnPath } from "../on-path.ts";

const sdk = "@pulumi/pulumi";
const plugin = "pulumi-resource-hosting";

/** How the project finds the package and Pulumi's SDK, one version and one copy of each, or else the plugin. */
export const checkPackage: Check = ({ project, runtime, terminal }) => {
  if (project === undefined) {
    return [
      {
        state: "note",
        about: "package",
        says: `There is no Pulumi.yaml at or above ${terminal.directory}, so no project was looked at. Run it in the program's directory.`,
      },
    ];
  }
  const isByPlugin = !nodeRuntimes.includes(runtime) && !resolvedFrom(project, manifest.name);
  return isByPlugin ? [pluginFinding(terminal)] : [ownFinding(project), sdkFinding(project)];
};

/** The plugin of a program in another language, where no npm package of the project brings it. */
function pluginFinding(terminal: Terminal): Finding {
  const place = findOnPath(plugin, terminal) ?? installedPlugin(terminal);
  if (place !== undefined) return { state: "ok", about: "package", says: `${plugin} in ${place}` };
  return {
    state: "note",
    about: "package",
    says: `${plugin} is not in node_modules, not on the PATH and not installed. If Pulumi.yaml does not name its place, run \`npm install ${manifest.name} ${sdk}\`.`,
  };
}

/** One that `pulumi plugin install` or the engine itself installed. */
function installedPlugin({ env }: Terminal): string | undefined {
  const plugins = join(env["PULUMI_HOME"] ?? join(env["HOME"] ?? homedir(), ".pulumi"), "plugins");
  const installed = entriesOf(plugins).find((entry) => /^resource-hosting-v[\d.]+$/.test(entry));
  return installed === undefined ? undefined : join(plugins, installed);
}

function ownFinding(project: string): Finding {
  const { name, version } = manifest;
  const found = resolvedFrom(project, name);
  if (found === undefined) {
    return {
      state: "wrong",
      about: "package",
      says: `${project} does not find ${name}. Run \`npm install ${name}\` there.`,
    };
  }
  const copies = copiesOf(name, project).filter((copy) => copy !== found.directory);
  if (copies.length > 0) {
    const says = `There are several copies of ${name}: ${found.directory} and ${copies.join(", ")}; one copy does not recognise resources of the other. Run \`npm dedupe\`.`;
    return { state: "wrong", about: "package", says };
  }
  if (found.version !== version) {
    const says = `The project has ${name} ${found.version}, and this command is of ${version}. Run \`npx pulumi-hosting\` in the project.`;
    return { state: "note", about: "package", says };
  }
  return { state: "ok", about: "package", says: `${name} ${found.version} in ${found.directory}` };
}

/** Pulumi's own check whether a value is one of its resources fails between two copies. */
function sdkFinding(project: string): Finding {
  const mine = resolvedFrom(project, sdk);
  if (mine === undefined) {
    return {
      state: "wrong",
      about: "sdk",
      says: `${project} does not find ${sdk}. Run \`npm install ${sdk}\` there.`,
    };
  }
  const own = resolvedFrom(project, manifest.name);
  const theirs = own === undefined ? undefined : resolvedFrom(own.directory, sdk);
  if (theirs !== undefined && theirs.directory !== mine.directory) {
    const says = `The program uses ${sdk} ${mine.version}, and ${manifest.name} another copy, ${theirs.version} in ${theirs.directory}. Run \`npm dedupe\`.`;
    return { state: "wrong", about: "sdk", says };
  }
  return { state: "ok", about: "sdk", says: `${sdk} ${mine.version}, one copy` };
}

interface Found {
  readonly version: string;
  readonly directory: string;
}

const Manifest = z.object({ version: z.string() });

function resolvedFrom(directory: string, name: string): Found | undefined {
  try {
    const file = createRequire(join(directory, "index.js")).resolve(`${name}/package.json`);
    const { version } = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
    return { version, directory: realpathSync(dirname(file)) };
  } catch {
    return undefined;
  }
}

/** Directories of the package that other packages of the project bring along. */
function copiesOf(name: string, project: string): readonly string[] {
  const modules = join(project, "node_modules");
  const packages = entriesOf(modules).flatMap((entry) =>
    entry.startsWith("@")
      ? entriesOf(join(modules, entry)).map((scoped) => join(entry, scoped))
      : [entry],
  );
  const nested = packages.map((entry) => join(modules, entry, "node_modules", name));
  return nested.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}

function entriesOf(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
