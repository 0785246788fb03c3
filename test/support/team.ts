import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { openStack, type TestStack } from "./stack.ts";
import { createsOn, objectsIn, objectsOn } from "./stack-kill.ts";
import { openWire, type Stop, type Wire } from "./stack-wire.ts";

/**
 * A stack on a backend that several machines share. Each has its own HOME, state directory and
 * disk, and reaches the platform over a socket. The laptop that made the stack has the program, as
 * a repository would, and runs nothing.
 */
export class Team implements AsyncDisposable {
  readonly laptop: TestStack;
  readonly #backend: Readonly<Record<string, string>>;
  readonly #wire: Wire;
  readonly #machines: TestStack[] = [];
  readonly #cache: string;

  private constructor(laptop: TestStack, backend: Readonly<Record<string, string>>, wire: Wire) {
    this.laptop = laptop;
    this.#backend = backend;
    this.#wire = wire;
    this.#cache = join(laptop.directory, "cache");
  }

  /** Makes the stack in a place of the backend that is still empty. */
  static async open(backend: Readonly<Record<string, string>>, program: string): Promise<Team> {
    const laptop = await openStack({ backend });
    laptop.program(program);
    return new Team(laptop, backend, await openWire(laptop.platform));
  }

  get platform(): Platform {
    return this.laptop.platform;
  }

  /** A machine that has just checked out the program. */
  async machine(): Promise<TestStack> {
    const env = { ...this.#wire.env, PULUMI_PARALLEL: "16" };
    const machine = await openStack({ env, backend: this.#backend, checkout: this.laptop });
    this.#machines.push(machine);
    return machine;
  }

  /** One that knows the backend from `pulumi login`, and not from its environment. */
  async machineLoggedIn(): Promise<TestStack> {
    const machine = await this.machine();
    const { PULUMI_BACKEND_URL: url = "" } = machine.env;
    delete machine.env["PULUMI_BACKEND_URL"];
    await machine.run("login", url);
    return machine;
  }

  /** The next machine after one that was lost: it meets the lock, and the command that Pulumi names frees it. */
  async nextMachine(): Promise<TestStack> {
    const machine = await this.machine();
    await this.expectLocked(machine);
    await machine.run("cancel", "dev", "--yes");
    return machine;
  }

  /** Pulumi's refusal of a second run, which sends nothing. */
  async expectLocked(machine: TestStack): Promise<void> {
    this.laptop.requests();
    const { code, output } = await machine.start("up").ended;
    expect(code).not.toBe(0);
    expect(output).toContain("the stack is currently locked by 1 lock(s)");
    expect(output).toContain("delete the lock file with `pulumi cancel`");
    expect(this.laptop.requests()).toEqual([]);
  }

  /** Resolves once each of the requests has come and stopped. */
  stop(stop: Stop): ReturnType<Wire["stop"]> {
    return this.#wire.stop(stop);
  }

  /** Begins a command on a new machine, which goes with its disk once requests are where they are to be. */
  async loses(stopped: Promise<unknown>): Promise<void> {
    const machine = await this.machine();
    const run = machine.start("up");
    const early = run.ended.then(({ output }) => {
      throw new Error(`pulumi up ended before it could be killed:\n${output}`);
    });
    await Promise.race([stopped, early]);
    early.catch(() => undefined);
    await run.killed();
    if (existsSync(memoryOf(machine))) cpSync(memoryOf(machine), this.#cache, { recursive: true });
    await machine[Symbol.asyncDispose]();
  }

  /** Gives a machine what the last one that was lost remembered, as a cache of CI does after a run that failed. */
  restoreMemory(machine: TestStack): void {
    cpSync(this.#cache, memoryOf(machine), { recursive: true });
  }

  /** Every object of the platform, as `kind id`, in order. */
  world(): readonly string[] {
    return objectsOn(this.platform);
  }

  /** Every resource of the state, as `kind id`, in order. */
  state(): readonly string[] {
    return objectsIn(this.laptop);
  }

  /** The POSTs that the platform carried out since the last look, in order of their paths. */
  creates(): readonly string[] {
    return createsOn(this.laptop);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#wire[Symbol.asyncDispose]();
    for (const machine of this.#machines) await machine[Symbol.asyncDispose]();
    await this.laptop[Symbol.asyncDispose]();
  }
}

/** The files of a machine beside the state: the journal and the permits. */
function memoryOf({ directory }: TestStack): string {
  return join(directory, ".local", "state", "pulumi-hosting");
}
