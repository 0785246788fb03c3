import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { z } from "zod";
import { licensesOf } from "./licenses.ts";
import { installed, root } from "./steps.ts";

/**
 * Builds the package into `dist/`, from nothing, so that no file of an earlier build stays: the
 * declarations as the compiler writes them, a file for each export with what the exports have in
 * common in `chunks/`, and the licenses of what is inside. A running program keeps a whole `dist/` until the new one takes its place.
 */
const [next, dist] = [join(root, "dist.next"), join(root, "dist")];

/** Loaded from the user's `node_modules`: the SDKs and vitest have to be the user's own, and undici stays updatable. */
const external = [/^node:/, /^@pulumi\//, "undici", "vitest"];

const Package = z.object({
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.string() })]),
  ),
});

rmSync(next, { recursive: true, force: true });
if (declare()) {
  await bundle();
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
} else {
  process.exitCode = 1;
}

function declare(): boolean {
  const args = ["-p", join(root, "tools/tsconfig.build.json"), "--outDir", next];
  return spawnSync(installed("tsc"), args, { stdio: "inherit" }).status === 0;
}

async function bundle(): Promise<void> {
  await using bundler = await rolldown({
    input: sources(),
    cwd: root,
    platform: "node",
    tsconfig: false,
    external,
  });
  const { output } = await bundler.write({
    dir: next,
    format: "esm",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeFileSync(join(next, "third-party-licenses.txt"), licensesOf(modules));
}

/** The source of each export by its name in `dist/`, e.g. `./runtime/index.ts` by `runtime/index`. */
function sources(): Record<string, string> {
  const { exports } = Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const built = Object.values(exports).filter((entry) => typeof entry !== "string");
  return Object.fromEntries(
    built.map((entry) => {
      const name = entry.default.slice("./dist/".length, -".js".length);
      return [name, `./${name}.ts`];
    }),
  );
}
