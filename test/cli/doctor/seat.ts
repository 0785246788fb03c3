import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { temporaryDirectory } from "../../platform/support.ts";

/** A project with all that a run needs, and what to change of it. */
export interface Seat {
  readonly directory: string;
  readonly env: Record<string, string>;
  /** What `pulumi <words>` prints from now on. */
  answer(words: string, text: string): void;
}

/** A project whose tools are stand-ins that answer what a test says. */
export function newSeat(): Seat {
  const directory = temporaryDirectory();
  const tools = join(directory, "tools");
  mkdirSync(tools);
  writeFileSync(join(directory, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  install(directory, "pulumi-hosting", manifest.version);
  install(directory, "@pulumi/pulumi", "3.200.0");
  const answer = (words: string, text: string) =>
    writeFileSync(join(tools, words.replaceAll(" ", "-")), text);
  script(join(tools, "pulumi"), `cat "${tools}/$1${"$"}{2:+-$2}" 2>/dev/null || cat "${tools}/$1"`);
  script(join(tools, "pulumi-language-nodejs"), "");
  answer("version", "v3.274.1\n");
  const env = { PATH: `${tools}:/usr/bin:/bin`, XDG_STATE_HOME: join(directory, "state") };
  return { directory, env, answer };
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
