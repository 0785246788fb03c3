import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { apiPage, withApiLinks } from "../api-sections.ts";
import { root } from "../steps.ts";
import { sourcesOfExports } from "./exports.ts";

/**
 * Writes one file of declarations for each export, with what several of them name in `types/`. What no
 * export names is left out, so that users need the declarations of no package but the SDKs.
 *
 * @throws Error when a source does not compile.
 */
export async function writeDeclarations(directory: string): Promise<void> {
  await using bundler = await rolldown({
    input: sourcesOfExports(),
    cwd: root,
    external: /^[^./]/,
    checks: { pluginTimings: false },
    // An import of a package is no reason to name it.
    treeshake: { moduleSideEffects: "no-external" },
    plugins: [
      dts({ emitDtsOnly: true, tsconfig: "tools/tsconfig.build.json" }),
      forOldCompilers,
      forReaders,
    ],
  });
  await bundler.write({ dir: directory, format: "esm", chunkFileNames: "types/[name].js" });
}

/** `type` within a list is new in TypeScript 4.5, and Pulumi brings TypeScript 3.8: types get a list of their own. */
const forOldCompilers = {
  name: "for-old-compilers",
  renderChunk: (code: string) =>
    code.replaceAll(/^export \{ (.*) \};$/gm, (_, list: string) => {
      const { types = [], values = [] } = Object.groupBy(list.split(", "), (name) =>
        name.startsWith("type ") ? "types" : "values",
      );
      const typeNames = types.map((name) => name.slice("type ".length));
      return `export { ${values.join(", ")} };\nexport type { ${typeNames.join(", ")} };`;
    }),
};

/** Editors show comments: what they follow from is a page of the package. */
const forReaders = {
  name: "for-readers",
  renderChunk: (code: string, { fileName }: { readonly fileName: string }) =>
    withApiLinks(code, relative(dirname(join("dist", fileName)), apiPage)),
};
