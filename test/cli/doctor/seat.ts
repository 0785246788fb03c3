import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { temporaryDirectory } from "../../platform/support.ts";

/** A project with all that a run needs, and what to change of it. */
export interface Seat {
  readonly directory: string;
  readonly env: Record<string, string>;
  /** What `pulumi <words>` prints from now on; `stack export <stack>` is of one stack alone. */
  answer(words: string, text: string): void;
  /** The stacks that were exported so far. */
  exports(): readonly string[];
}

/** A project whose tools are stand-ins that answer what a test says. */
export function newSeat(): Seat {
  const directory = temporaryDirectory();
  const tools = join(directory, ".tools");
  mkdirSync(tools);
  writeFileSync(join(directory, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  install(directory, "pulumi-hosting", manifest.version);
  install(directory, "@pulumi/pulumi", "3.200.0");
  const answer = (words: string, text: string) =>
    writeFileSync(join(tools, words.replaceAll(" ", "-")), text);
  const log = join(tools, "exported");
  script(
    join(tools, "pulumi"),
    `[ "$2" != export ] || echo "$4" >> "${log}"
for file in "$1-$2-$4" "$1-$2" "$1"; do cat "${tools}/$file" 2>/dev/null && exit; done; exit 1`,
  );
  script(join(tools, "pulumi-language-nodejs"), "");
  answer("version", "v3.274.1\n");
  const env = { PATH: `${tools}:/usr/bin:/bin`, XDG_STATE_HOME: join(directory, "state") };
  const exports = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { directory, env, answer, exports };
}

/** Puts a package into the directory's node_modules. */
export function install(directory: string, name: string, version: string): void {
  const at = join(directory, "node_modules", name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "package.json"), JSON.stringify({ name, version }));
}

function script(file: string, line: string): void {
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}
