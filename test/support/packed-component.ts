import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { copyExample } from "../../scripts/examples.ts";

const repository = join(import.meta.dirname, "..", "..");

/**
 * Puts packages into the directory with the one of `examples/component-package` beside them, as it is
 * installed from its tarball.
 *
 * @returns The directory of the packages.
 */
export function packComponent(directory: string): string {
  const source = join(directory, "source");
  const modules = join(directory, "node_modules");
  copyExample("component-package", source);
  symlinkSync(join(repository, "node_modules"), join(source, "node_modules"));
  execFileSync("npm", ["pack", "--silent"], { cwd: source });
  mkdirSync(join(modules, "acme-web"), { recursive: true });
  const unpacked = ["-xzf", "acme-web-1.0.0.tgz", "-C", join(modules, "acme-web")];
  execFileSync("tar", [...unpacked, "--strip-components=1"], { cwd: source });
  for (const name of ["@pulumi", "pulumi-hosting"]) {
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  return modules;
}
