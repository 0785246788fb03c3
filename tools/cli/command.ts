import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A program to run, without a shell. */
export interface Command {
  program: string;
  args: readonly string[];
  directory?: string;
  environment?: NodeJS.ProcessEnv;
  timeoutMs?: number;
  onErrorLine?: (line: string) => void;
}

/** How a program ended and what it wrote. */
export interface CommandResult {
  /** Exit code; null after a signal or a timeout. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program; rejects only when it cannot be started. */
export type RunCommand = (command: Command) => Promise<CommandResult>;

/** Runs a program of this machine. */
export const runCommand: RunCommand = (command) =>
  new Promise((resolve, reject) => {
    const child = spawn(command.program, command.args, {
      cwd: command.directory,
      env: command.environment ?? process.env,
      timeout: command.timeoutMs,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stdout: string[] = [];
    const stderr: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => stdout.push(line));
    createInterface({ input: child.stderr }).on("line", (line) => {
      stderr.push(line);
      command.onErrorLine?.(line);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, stdout: stdout.join("\n"), stderr: stderr.join("\n") });
    });
  });
