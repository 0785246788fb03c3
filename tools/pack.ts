import { publishManifests, restoreManifests } from "./package/manifest.ts";
import { root } from "./steps.ts";

/** What npm runs before and after it packs: `tools/pack.ts before` and `tools/pack.ts after`. */
if (process.argv[2] === "before") {
  await import("./build.ts");
  publishManifests(root);
} else {
  restoreManifests(root);
}
