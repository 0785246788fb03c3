import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestStack } from "./stack.ts";
import { surface } from "./surface.ts";

const folder = join(import.meta.dirname, "../fixtures/releases");
const ofStack = ["--stack", "dev"] as const;

/** The versions of which a stack is kept. */
export function recordedReleases(): readonly string[] {
  return readdirSync(folder);
}

/** Keeps a stack as this version leaves it: program, state and the platform's file, and the names that users have of it. */
export async function recordRelease(stack: TestStack, version: string): Promise<void> {
  const kept = keptOf(version);
  mkdirSync(kept, { recursive: true });
  cpSync(join(stack.directory, "index.ts"), join(kept, "program.txt"));
  const exported: unknown = JSON.parse(await stack.run("stack", "export", ...ofStack));
  const state = JSON.stringify(exported, withoutPlaces, 2);
  writeFileSync(join(kept, "state.json"), `${state}\n`);
  writeFileSync(join(kept, "surface.txt"), `${(await surface()).join("\n")}\n`);
  const world = join(kept, "platform.db");
  rmSync(world, { force: true });
  using database = new DatabaseSync(stack.platformFile);
  database.prepare("VACUUM INTO ?").run(world);
}

/** Where the files of a program were on the machine that ran it is nobody's business. */
function withoutPlaces(name: string, value: unknown): unknown {
  return ["sourcePosition", "stackTrace"].includes(name) ? undefined : value;
}

/** Directory of the files that a version left, or of a stack besides: `0.2.0/package`. */
export function keptOf(version: string): string {
  return join(folder, version);
}

/** Puts an empty stack in the place of the one that a version left. */
export async function reopenRelease(stack: TestStack, version: string): Promise<void> {
  const kept = keptOf(version);
  cpSync(join(kept, "program.txt"), join(stack.directory, "index.ts"));
  mkdirSync(dirname(stack.platformFile), { recursive: true });
  cpSync(join(kept, "platform.db"), stack.platformFile);
  await stack.run("stack", "import", "--file", join(kept, "state.json"), ...ofStack);
}
