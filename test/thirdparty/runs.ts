import { rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../provider/http/transport/transport.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import { SimulatedProcess, type Wishes } from "../simulation/process.ts";
import type { Random } from "../simulation/random.ts";
import type { VirtualTime } from "../simulation/time.ts";
import type { ThirdParty } from "./platform/index.ts";
import type { Trouble } from "./trouble.ts";

/** Runs of the engine, each with another provider process that talks to a third-party platform. */
export class Runs {
  readonly #around: Surroundings;
  readonly #processes: SimulatedProcess[] = [];
  readonly #keys = new Map<string, ApiKey>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** What `work` comes to. */
  async run(work: Work, wishes: RunWishes): Promise<boolean> {
    const process = this.#newProcess(wishes);
    const isDone = await this.#around.time.until(work(process));
    process.kill("has nothing more to do");
    await this.#around.time.pass(breakMs);
    return isDone;
  }

  close(): void {
    for (const process of this.#processes) process.close();
    const { journalFile } = this.#around;
    if (journalFile !== ":memory:") rmSync(dirname(journalFile), { recursive: true });
  }

  #newProcess({ key, ...wishes }: RunWishes): SimulatedProcess {
    const { thirdParty, random, trouble, ...around } = this.#around;
    const machine = {
      ...around,
      network: this.#network(),
      account: {
        apiKey: this.#keyOf(key),
        world: "api:https://thirdparty.example#",
      },
      requestsPerMinute: 60,
      log: () => undefined,
    };
    const process = new SimulatedProcess(machine, { fate: trouble.drawFate(), wishes, random });
    this.#processes.push(process);
    return process;
  }

  #keyOf(text: string): ApiKey {
    const key = this.#keys.get(text) ?? new ApiKey(text, "HOSTING_API_KEY");
    this.#keys.set(text, key);
    return key;
  }

  #network(): Transport {
    return { send: (request) => this.#send(request), close: async () => undefined };
  }

  async #send(request: WireRequest): Promise<WireResponse> {
    const mishap = this.#around.trouble.next(request);
    await this.#later(latencyMs / 2);
    if (mishap !== undefined) this.#around.trace(`!! ${request.target}: ${JSON.stringify(mishap)}`);
    const outcome = mishap?.isApplied === false ? mishap.outcome : this.#carryOut(request);
    await this.#later(latencyMs / 2);
    const seen = mishap?.outcome ?? outcome;
    if (seen instanceof TransportFailure) throw seen;
    return seen;
  }

  #carryOut({ method, target, headers, body = "" }: WireRequest): WireResponse {
    const { thirdParty, trace } = this.#around;
    const answer = thirdParty.handle({ method, path: target, headers, body });
    trace(`${method} ${target} ${body} → ${answer.status} ${answer.body}`);
    // Transports give the names of headers in lower case.
    const named = Object.entries(answer.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    return { status: answer.status, headers: Object.fromEntries(named), body: answer.body };
  }

  #later(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#around.time.after(milliseconds, resolve));
  }
}

/** The operations of one run; resolves with whether all of them succeeded. */
export type Work = (process: SimulatedProcess) => Promise<boolean>;

/** The user's environment for a run. */
export interface RunWishes extends Wishes {
  /** The key in use. */
  readonly key: string;
}

interface Surroundings {
  readonly time: VirtualTime;
  readonly thirdParty: ThirdParty;
  readonly random: Random;
  readonly trouble: Trouble;
  readonly journalFile: string;
  readonly say: (line: string) => void;
  readonly trace: (line: string) => void;
  readonly violated: (what: string) => void;
}

const latencyMs = 100;

/** Between two runs: longer than any count of requests goes back. */
const breakMs = 90_000;
