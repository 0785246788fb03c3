import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
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
  const copies = copiesBesides(found, name, project).filter(({ by }) => !by.isLink || usesUs(by));
  if (copies.length > 0) {
    const places = copies.map(({ directory }) => directory).join(", ");
    const says = `There are several copies of ${name}: ${found.directory} and ${places}; one copy does not recognise resources of the other. ${wayToOne(copies)}`;
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
  const copies = copiesBesides(mine, sdk, project).filter(({ by }) => usesUs(by));
  const [copy] = copies;
  if (copy !== undefined) {
    const { by, version, directory } = copy;
    const says = `The program uses ${sdk} ${mine.version}, and ${by.name} another copy, ${version} in ${directory}. ${wayToOne(copies)}`;
    return { state: "wrong", about: "sdk", says };
  }
  return { state: "ok", about: "sdk", says: `${sdk} ${mine.version}, one copy` };
}

interface Found {
  readonly version: string;
  readonly directory: string;
}

/** A package that the project can load. */
interface Neighbour {
  readonly name: string;
  readonly directory: string;
  /** True for a link out of the directories of the project and of its workspaces. */
  readonly isLink: boolean;
}

interface Copy extends Found {
  readonly by: Neighbour;
}

function copiesBesides(own: Found, name: string, project: string): readonly Copy[] {
  const copies = neighboursOf(project).flatMap((by) => {
    const found = resolvedFrom(by.directory, name);
    return found === undefined ? [] : [{ ...found, by }];
  });
  const others = copies.filter(({ directory }) => directory !== own.directory);
  return [...Map.groupBy(others, ({ directory }) => directory).values()].flatMap(
    ([one]) => one ?? [],
  );
}

/** The way to one copy; `npm dedupe` changes nothing where a link leads out of the project. */
function wayToOne(copies: readonly Copy[]): string {
  const linked = copies.find(({ by }) => by.isLink)?.by.name;
  return linked === undefined
    ? "Let all packages of the project take one version, and run `npm dedupe`."
    : `${linked} is a link, which brings its own: install its tarball (\`npm pack\`), or make it a workspace of the project.`;
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

/** The packages in `node_modules` of the project, and of the directories above it, where workspaces have them. */
function neighboursOf(project: string): readonly Neighbour[] {
  const root = realpathSync(project);
  return parentsOf(root).flatMap((parent) => {
    const modules = join(parent, "node_modules");
    const names = entriesOf(modules).flatMap((entry) =>
      entry.startsWith("@")
        ? entriesOf(join(modules, entry)).map((one) => join(entry, one))
        : [entry],
    );
    return names.flatMap((name): Neighbour[] => {
      const path = join(modules, name);
      if (name.startsWith(".") || !existsSync(path)) return [];
      const directory = realpathSync(path);
      return [{ name, directory, isLink: !directory.startsWith(`${parent}${sep}`) }];
    });
  });
}

/** The directory and all above it. */
function parentsOf(directory: string): readonly string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...parentsOf(above)];
}

const Dependent = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});

/** True for a package whose resources are of this package. */
function usesUs({ name, directory }: Neighbour): boolean {
  if (name === manifest.name) return false;
  try {
    const text = readFileSync(join(directory, "package.json"), "utf8");
    const { dependencies, peerDependencies } = Dependent.parse(JSON.parse(text));
    return manifest.name in { ...dependencies, ...peerDependencies };
  } catch {
    return false;
  }
}

function entriesOf(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
