import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Rolldown } from "tsdown";
import manifest from "./package.json" with { type: "json" };
import lock from "./package-lock.json" with { type: "json" };
import { apiPage, withApiLinks } from "./scripts/api-sections.ts";
import { bundledOf, licensesOf, sbomOf } from "./scripts/bundled.ts";
import { sourcesOfCommands, sourcesOfExports } from "./scripts/exports.ts";

const nodeVersion = "node-version";
const commands = sourcesOfCommands();

/** Before anything else is loaded: what an older Node lacks would stop it with another message. */
function checkNode({ name, isEntry }: Rolldown.RenderedChunk): string {
  if (!isEntry || name === nodeVersion) return "";
  const check = `require("${relative(dirname(name), nodeVersion)}.js");`;
  // Who runs a command is shown a line, not where it was thrown.
  const quietly = `try { ${check} } catch (error) { console.error(error.message); process.exit(1); }`;
  return name in commands ? quietly : check;
}

const besides: Rolldown.Plugin = {
  name: "besides",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? file.moduleIds : [],
    );
    // The page's script has it, as a text among the sources.
    const bundled = bundledOf([...modules, fileURLToPath(import.meta.resolve("preact"))]);
    const files = {
      "third-party-licenses.txt": licensesOf(bundled),
      "sbom.cdx.json": sbomOf(bundled, manifest, lock),
      // The sources are modules, and the package is not.
      "package.json": '{ "type": "commonjs" }\n',
      // vitest refuses to be required, but not by way of a module.
      "platform/testing/vitest.mjs": 'export { test } from "vitest";\n',
    };
    for (const [fileName, source] of Object.entries(files)) {
      this.emitFile({ type: "asset", fileName, source });
    }
  },
};

/** `type` within a list is new in TypeScript 4.5, and Pulumi brings TypeScript 3.8: types get a separate list. */
const forOldCompilers: Rolldown.Plugin = {
  name: "for-old-compilers",
  renderChunk: (code) =>
    code.replaceAll(/^export \{ (.*) \};$/gm, (_, list: string) => {
      const { types = [], values = [] } = Object.groupBy(list.split(", "), (name) =>
        name.startsWith("type ") ? "types" : "values",
      );
      const typeNames = types.map((name) => name.slice("type ".length));
      return `export { ${values.join(", ")} };\nexport type { ${typeNames.join(", ")} };`;
    }),
};

/** Editors show comments: what they follow from is a page of the package. */
const forReaders: Rolldown.Plugin = {
  name: "for-readers",
  renderChunk: (code, { fileName }) =>
    withApiLinks(code, relative(dirname(join("dist", fileName)), apiPage)),
};

export default defineConfig([
  {
    name: "code: a CommonJS file for each export and command, what they share in chunks/",
    entry: {
      ...sourcesOfExports(),
      ...commands,
      [nodeVersion]: "./provider/node-version.ts",
      "provider/compile-cache": "./provider/connection/compile-cache.ts",
    },
    format: "cjs",
    dts: false,
    target: false,
    tsconfig: false,
    sourcemap: true,
    minify: false,
    cjsDefault: false,
    report: false,
    checks: { legacyCjs: false, bundlerTimings: false, pluginTimings: false },
    outExtensions: () => ({ js: ".js" }),
    // Loaded from the user's node_modules: the SDKs and vitest have to be the user's own, and undici stays updatable.
    deps: {
      neverBundle: [/^node:/, /^@pulumi\//, "undici", "vitest", "pg-native"],
      onlyBundle: false,
    },
    outputOptions: {
      chunkFileNames: "chunks/[name]-[hash].js",
      banner: checkNode,
      // Bun replaces the bare name with its own stand-in, which cannot dispatch.
      paths: { undici: "undici/index.js", vitest: "./vitest.mjs" },
    },
    plugins: [besides],
  },
  {
    name: "declarations: a file for each export, what several name in types/",
    entry: sourcesOfExports(),
    format: "esm",
    dts: { emitDtsOnly: true, tsconfig: "scripts/tsconfig.build.json" },
    clean: false,
    minify: false,
    report: false,
    checks: { bundlerTimings: false, pluginTimings: false },
    outExtensions: () => ({ dts: ".d.ts" }),
    // Types that no export names are left out, so that users need the declarations of no package but the SDKs.
    deps: { neverBundle: /^[^./]/ },
    treeshake: { moduleSideEffects: "no-external" },
    outputOptions: { chunkFileNames: "types/[name].js" },
    // After tsdown's own, which make the declarations.
    inputOptions: (options) => ({
      ...options,
      plugins: [options.plugins, forOldCompilers, forReaders],
    }),
  },
]);
