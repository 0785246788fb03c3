import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { vi } from "vitest";
import type { TrafficEntry } from "../../platform/index.ts";
import { openStack, type TestStack } from "./stack.ts";

const command = join(import.meta.dirname, "..", "..", "dist", "cli", "main.js");

/** A stack on an embedded platform that `pulumi-hosting platform --traffic` serves besides. */
export class CarriedStack implements AsyncDisposable {
  readonly stack: TestStack;
  readonly #server: ChildProcess;

  private constructor(stack: TestStack, server: ChildProcess) {
    this.stack = stack;
    this.#server = server;
  }

  static async open(): Promise<CarriedStack> {
    const stack = await openStack();
    const args = ["platform", "--traffic", "--port", "0", "--json", "--file", stack.platformFile];
    const server = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", 2] });
    await firstOutput(server);
    return new CarriedStack(stack, server);
  }

  /** Where the first entry of the kind listens. */
  async entry(kind: TrafficEntry["kind"]): Promise<string> {
    return vi.waitFor(() => {
      const { entries } = this.stack.platform.traffic();
      const url = entries.find((entry) => entry.kind === kind)?.url;
      if (url == null) throw new Error(`no ${kind} listens: ${JSON.stringify(entries)}`);
      return url;
    }, 10_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#server, "exit");
    this.#server.kill("SIGTERM");
    await ended;
    await this.stack[Symbol.asyncDispose]();
  }
}

function firstOutput({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout?.once("data", (chunk) => resolve(String(chunk))));
}
