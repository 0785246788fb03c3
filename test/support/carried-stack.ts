import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { vi } from "vitest";
import type { TrafficEntry } from "../../platform/index.ts";
import { openStack, type TestStack } from "./stack.ts";

const command = join(import.meta.dirname, "..", "..", "dist", "cli", "main.js");
const answering = join(import.meta.dirname, "answering-program.mjs");

/** A stack on an embedded platform that `hosting platform --traffic` serves besides. */
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

  /** Starts a program that answers for an instance, and tells the platform by `hosting platform traffic`. */
  async bind({ id, image, port = 0 }: Bound): Promise<Program> {
    const program = spawn(process.execPath, [answering, String(port), id, image], {
      stdio: ["ignore", "pipe", 2],
    });
    const printed = await firstOutput(program);
    const taken = Number(printed);
    const binding = `${id}=127.0.0.1:${taken}`;
    const args = ["platform", "traffic", "--backend", binding, "--file", this.stack.platformFile];
    const [code] = await once(spawn(process.execPath, [command, ...args]), "exit");
    if (code !== 0) throw new Error(`hosting platform traffic ended with ${code}`);
    const kill = async () => {
      const ended = once(program, "exit");
      program.kill("SIGKILL");
      await ended;
    };
    return { port: taken, kill };
  }

  /** Lets health checks be made until the load balancer has found that of an instance. */
  async found(id: string, { isHealthy }: { readonly isHealthy: boolean }): Promise<void> {
    const { platform } = this.stack;
    const isFound = () => {
      platform.clock.advance(10);
      const checked = platform.traffic().entries.filter(({ kind }) => kind === "loadBalancer");
      const backends = checked.flatMap((entry) => entry.backends);
      if (backends.every((backend) => backend.instance !== id || backend.isHealthy === isHealthy)) {
        return;
      }
      throw new Error(`${id} is not found ${isHealthy ? "healthy" : "unhealthy"}`);
    };
    await vi.waitFor(isFound, { timeout: 30_000, interval: 200 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#server, "exit");
    this.#server.kill("SIGTERM");
    await ended;
    await this.stack[Symbol.asyncDispose]();
  }
}

/** A program that stands for an instance. */
interface Bound {
  readonly id: string;
  /** What it says that it was made from. */
  readonly image: string;
  /** Default: a free one. */
  readonly port?: number;
}

interface Program {
  readonly port: number;
  /** Leaves it no time to finish. */
  kill(): Promise<void>;
}

function firstOutput({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout?.once("data", (chunk) => resolve(String(chunk))));
}
