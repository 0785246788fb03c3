import { readFileSync } from "node:fs";
import { vi } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { openStack, type TestStack } from "./stack.ts";
import { openWire, type Stop, type Stopped, type Wire } from "./stack-wire.ts";

const preload = new URL("./stack-kill-preload.mjs", import.meta.url);

/** Kinds that the programs of these tests do not make; a container comes with a forward to port 22. */
const background: ReadonlySet<string> = new Set(["apiKey", "portForward"]);

/** A stack on an account, whose requests can be stopped and whose provider process can be killed. */
export class MortalStack implements AsyncDisposable {
  readonly stack: TestStack;
  readonly platform: Platform;
  readonly #wire: Wire;

  private constructor(stack: TestStack, wire: Wire) {
    this.stack = stack;
    this.platform = stack.platform;
    this.#wire = wire;
    // By default four per processor: everything that is to stop must be under way at once.
    Object.assign(stack.env, wire.env, { PULUMI_PARALLEL: "16" });
  }

  /** Opens one with this program. */
  static async open(program: string): Promise<MortalStack> {
    const stack = await openStack();
    stack.program(program);
    return new MortalStack(stack, await openWire(stack.platform));
  }

  /** Resolves once each of the requests has come and stopped. */
  stop(stop: Stop): Promise<Stopped> {
    return this.#wire.stop(stop);
  }

  /** Resolves once the engine has written down that so many creates are under way, and writes no more. */
  async underWay(count: number): Promise<void> {
    const written = () => {
      const { checkpoint } = JSON.parse(readFileSync(this.stack.stateFile, "utf8"));
      const operations = checkpoint.latest.pending_operations ?? [];
      if (operations.length !== count) throw new Error(`${operations.length} are under way`);
    };
    await vi.waitFor(written, { timeout: 60_000, interval: 50 });
  }

  /** Runs a command whose provider process is killed once something has happened. */
  killedOnce(happened: Promise<unknown>, command: "up" | "destroy" = "up"): Promise<void> {
    return killedOnce(this.stack, happened, command);
  }

  /** Runs a command whose provider process kills itself at a point that the preload names. */
  async killedInside(point: string, command: "up" | "destroy" = "up"): Promise<void> {
    this.stack.preload(preload);
    this.stack.env["KILL_PROVIDER"] = point;
    await this.stack[command]({ fails: true });
    delete this.stack.env["KILL_PROVIDER"];
    delete this.stack.env["NODE_OPTIONS"];
  }

  /** Every object of the platform, as `kind id`, in order. */
  world(): readonly string[] {
    return objectsOn(this.platform);
  }

  /** Every resource of the state, as `kind id`, in order. */
  state(): readonly string[] {
    return objectsIn(this.stack);
  }

  /** The POSTs that the platform carried out since the last look, in order of their paths. */
  creates(): readonly string[] {
    return createsOn(this.stack);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#wire[Symbol.asyncDispose]();
    await this.stack[Symbol.asyncDispose]();
  }
}

/** Runs a stack's command whose provider process is killed once something has happened. */
export async function killedOnce(
  stack: TestStack,
  happened: Promise<unknown>,
  command: "up" | "destroy" = "up",
): Promise<void> {
  const run = stack.start(command);
  const early = run.ended.then(({ output }) => {
    throw new Error(`pulumi ${command} ended before its provider was killed:\n${output}`);
  });
  await Promise.race([happened, early]);
  early.catch(() => undefined);
  process.kill(run.provider(), "SIGKILL");
  await run.ended;
}

/** Every object of a platform, as `kind id`, in order. */
export function objectsOn(platform: Platform): readonly string[] {
  return Object.entries(platform.snapshot())
    .filter(([kind]) => !background.has(kind))
    .flatMap(([kind, objects]) => objects.map((one) => `${kind} ${one["id"] ?? one["name"]}`))
    .sort();
}

/** Every resource of a stack's state, as `kind id`, in order. */
export function objectsIn(stack: TestStack): readonly string[] {
  return stack
    .state()
    .flatMap(({ type, id }) => {
      const kind = /dynamic\/hosting\/\w+:(\w)(\w+)$/.exec(type);
      return kind === null ? [] : [`${kind[1]?.toLowerCase()}${kind[2]} ${id}`];
    })
    .sort();
}

/** The POSTs that a stack's platform carried out since the last look, in order of their paths. */
export function createsOn(stack: TestStack): readonly string[] {
  return stack
    .requests()
    .filter((request) => /^POST \S+$/.test(request))
    .sort();
}

/** Resolves once a process is gone; fails when it takes longer. */
export async function gone(pid: number, within: { seconds: number }): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), { timeout: within.seconds * 1000, interval: 50 });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
