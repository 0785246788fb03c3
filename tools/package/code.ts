import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../steps.ts";
import { sourcesOfCommands, sourcesOfExports } from "./exports.ts";

/** Loaded from the user's `node_modules`: the SDKs and vitest have to be the user's own, and undici stays updatable. */
const external = [/^node:/, /^@pulumi\//, "undici", "vitest"];

const nodeVersion = "node-version";

/**
 * Writes one CommonJS file for each export and command, with what they have in common in `chunks/`.
 *
 * @returns The files of all modules that are inside.
 */
export async function writeCode(directory: string): Promise<readonly string[]> {
  await using bundler = await rolldown({
    input: {
      ...sourcesOfExports(),
      ...sourcesOfCommands(),
      [nodeVersion]: "./provider/node-version.ts",
    },
    cwd: root,
    platform: "node",
    tsconfig: false,
    external,
  });
  const { output } = await bundler.write({
    dir: directory,
    format: "cjs",
    sourcemap: true,
    chunkFileNames: "chunks/[name]-[hash].js",
    banner: ({ name, isEntry }) => (isEntry && name !== nodeVersion ? checkNode(name) : ""),
    // Bun takes the name alone for a stand-in of its own, which cannot dispatch.
    paths: { undici: "undici/index.js", vitest: "./vitest.mjs" },
  });
  // The sources are modules, and the package is not.
  writeFileSync(join(directory, "package.json"), '{ "type": "commonjs" }\n');
  // vitest refuses to be required, but not by way of a module.
  writeFileSync(join(directory, "testing/vitest.mjs"), 'export { test } from "vitest";\n');
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

/** Before anything else is loaded: what an older Node lacks would stop it with another message. */
function checkNode(name: string): string {
  const check = `require("${relative(dirname(name), nodeVersion)}.js");`;
  // Who runs a command is shown a line, not where it was thrown.
  const quietly = `try { ${check} } catch (error) { console.error(error.message); process.exit(1); }`;
  return name in sourcesOfCommands() ? quietly : check;
}
