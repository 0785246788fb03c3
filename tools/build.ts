import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { licensesOf } from "./licenses.ts";
import { writeCode } from "./package/code.ts";
import { writeDeclarations } from "./package/declarations.ts";
import { root } from "./steps.ts";

/**
 * Builds the package into `dist/`, from nothing, so that no file of an earlier build stays. A running
 * program keeps a whole `dist/` until the new one takes its place.
 */
const [next, dist] = [join(root, "dist.next"), join(root, "dist")];

rmSync(next, { recursive: true, force: true });
await writeDeclarations(next);
const modules = await writeCode(next);
writeFileSync(join(next, "third-party-licenses.txt"), licensesOf(modules));
rmSync(dist, { recursive: true, force: true });
renameSync(next, dist);
