/** The scripts npm runs before and after it packs: `before` and `after`. */
import { publishManifests, restoreManifests } from "./manifest.ts";
import { root } from "./root.ts";

if (process.argv[2] === "before") publishManifests(root);
else restoreManifests(root);
