import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { Balancing, Entry } from "./entry.ts";
import type { Machines } from "./machines.ts";
import { secured } from "./secured.ts";

type Check = Balancing["check"];

/** What is known of a backend of a load balancer. */
interface Finding {
  check: Check;
  isHealthy: boolean;
  /** How many checks in a row have found otherwise. */
  doubts: number;
  /** When the last one began, on the platform's clock; restoring a world moves that back. */
  begun: number;
  /** Ends the check under way. */
  probe?: AbortController;
}

/** The health checks of load balancers (spec 2.9), on the platform's clock. */
export class HealthChecks {
  readonly #machines: Machines;
  readonly #told: () => void;
  readonly #findings = new Map<string, Finding>();

  /** `told` is called when a backend is found otherwise than before. */
  constructor(machines: Machines, told: () => void) {
    this.#machines = machines;
    this.#told = told;
  }

  /** A backend that is not known is none that requests should miss. */
  isHealthy(balancer: string, machine: string): boolean {
    return this.#findings.get(`${balancer}/${machine}`)?.isHealthy ?? true;
  }

  /** Takes over which backends there are, and how they are checked; a new one is checked at once. */
  follow(entries: Iterable<Entry>): void {
    const wanted = new Set<string>();
    for (const { object, backends, balancing } of entries) {
      if (balancing === undefined) continue;
      for (const backend of backends) {
        const key = `${object}/${backend}`;
        wanted.add(key);
        this.#want(key, balancing);
      }
    }
    for (const [key, { probe }] of this.#findings) {
      if (wanted.has(key)) continue;
      probe?.abort();
      this.#findings.delete(key);
    }
  }

  /** Begins the checks that are due, and ends those that had no answer in time. */
  check(now: number): void {
    for (const [key, finding] of this.#findings) {
      const { probe, begun, check } = finding;
      // spec 2.9 shows no unit: seconds.
      const seconds = Math.abs(now - begun) / 1000;
      if (probe !== undefined) {
        if (seconds >= check.timeout) probe.abort();
      } else if (seconds >= check.interval) {
        finding.begun = now;
        void this.#probe(key.slice(key.indexOf("/") + 1), finding);
      }
    }
  }

  end(): void {
    this.follow([]);
  }

  #want(key: string, { check, isNewUsed }: Balancing): void {
    const finding = this.#findings.get(key);
    if (finding !== undefined) {
      finding.check = check;
      return;
    }
    // One that is not used before is as good as well again: its first check decides.
    const doubts = isNewUsed ? 0 : check.threshold - 1;
    this.#findings.set(key, {
      check,
      isHealthy: isNewUsed,
      doubts,
      begun: Number.NEGATIVE_INFINITY,
    });
  }

  async #probe(machine: string, finding: Finding): Promise<void> {
    const { check } = finding;
    finding.probe = new AbortController();
    const { signal } = finding.probe;
    const isWell = await answers(() => this.#machines.connect(machine), check, signal);
    delete finding.probe;
    finding.doubts = isWell === finding.isHealthy ? 0 : finding.doubts + 1;
    if (finding.doubts < check.threshold) return;
    finding.isHealthy = isWell;
    finding.doubts = 0;
    this.#told();
  }
}

/** True for a connection, or over http a status below 400, before the signal aborts. */
async function answers(
  connect: () => Promise<Socket>,
  { protocol, path = "/" }: Check,
  signal: AbortSignal,
): Promise<boolean> {
  let socket: Socket | undefined;
  try {
    socket = await connect();
    signal.throwIfAborted();
    if (protocol !== "http" && protocol !== "https") return true;
    const way = protocol === "http" ? socket : secured(socket);
    const asked = request({ createConnection: () => way, path, signal, host: "127.0.0.1" });
    asked.on("error", () => undefined).end();
    const [{ statusCode }] = await once(asked, "response");
    return statusCode < 400;
  } catch {
    return false;
  } finally {
    socket?.destroy();
  }
}
