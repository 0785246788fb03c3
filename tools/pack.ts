import { publishManifests, restoreManifests } from "./package/manifest.ts";
import { root } from "./steps.ts";

/**
 * What npm runs before and after it packs: `tools/pack.ts before` and `tools/pack.ts after`. It builds,
 * unless `npm test` has just done so.
 */
if (process.argv[2] === "before") {
  if (process.env["PACKAGE_IS_BUILT"] === undefined) await import("./build.ts");
  publishManifests(root);
} else {
  restoreManifests(root);
}
