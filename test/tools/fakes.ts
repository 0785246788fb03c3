import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../provider/clock.ts";
import { programsOn } from "../../tools/cli/locate.ts";
import type { Progress } from "../../tools/cli/progress.ts";

/** File names of the CLI on the platform that the tests pretend to run on. */
export const names = Object.values(programsOn("linux"));

/** A clock that stands still until it is told to sleep. */
export class FakeClock implements Clock {
  time = Date.parse("2026-01-02T03:04:05Z");
  onSleep: () => void | Promise<void> = () => {};

  now(): number {
    return this.time;
  }

  async sleep(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    await this.onSleep();
  }
}

/** Progress that remembers what it was told. */
export class RecordedProgress implements Progress {
  readonly updates: string[] = [];
  readonly results: string[] = [];

  update(text: string): void {
    this.updates.push(text);
  }

  finish(text: string): void {
    this.results.push(text);
  }

  clear(): void {}
}

/** A program that says that it is this version of the CLI. */
export function programOf(version: string): string {
  return `#!/bin/sh\necho v${version}\n`;
}

/** Puts a stand-in for each program of the CLI into a directory. */
export async function writePrograms(
  directory: string,
  content = programOf("3.300.0"),
): Promise<void> {
  for (const name of names) await writeFile(join(directory, name), content, { mode: 0o755 });
}

/** A promise together with the function that fulfils it. */
export function signal(): { reached: Promise<void>; reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: () => resolve() };
}
