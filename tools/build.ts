import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { licensesOf, packagesOf } from "./licenses.ts";
import { parseLockFile } from "./lock/lock-file.ts";
import { writeCode } from "./package/code.ts";
import { writeDeclarations } from "./package/declarations.ts";
import { sbomOf } from "./package/sbom.ts";
import { root } from "./steps.ts";

/**
 * Builds the package into `dist/`, from nothing, so that no file of an earlier build stays. A running
 * program keeps a whole `dist/` until the new one takes its place.
 */
const [next, dist] = [join(root, "dist.next"), join(root, "dist")];

rmSync(next, { recursive: true, force: true });
await writeDeclarations(next);
const inside = packagesOf(await writeCode(next));
writeFileSync(join(next, "third-party-licenses.txt"), licensesOf(inside));
writeFileSync(
  join(next, "sbom.cdx.json"),
  sbomOf({
    manifest: JSON.parse(read("package.json")),
    lock: parseLockFile(read("package-lock.json")),
    inside,
  }),
);
rmSync(dist, { recursive: true, force: true });
renameSync(next, dist);

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
