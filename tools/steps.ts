import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The repository's root directory. */
export const root = join(import.meta.dirname, "..");

/** A program to run, as one line of what a script does. */
export interface Step {
  readonly what: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program of the development dependencies. */
export function installed(name: string): string {
  return join(root, "node_modules/.bin", name);
}

/** Runs steps in order and stops at the first that fails, with its exit code. */
export function runSteps(steps: readonly Step[]): void {
  for (const step of steps) {
    console.log(`\n> ${step.what}`);
    const code = runStep(step);
    if (code === 0) continue;
    console.error(`\nStopped: "${step.what}" failed (exit code ${code}).`);
    process.exit(code);
  }
}

/** Runs one step with its output on the terminal and returns its exit code. */
export function runStep({ command: [program, ...args], directory = "", env }: Step): number {
  const result = spawnSync(program, args, {
    cwd: join(root, directory),
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  if (result.error) console.error(`${program} did not start: ${result.error.message}`);
  return result.status ?? 1;
}
