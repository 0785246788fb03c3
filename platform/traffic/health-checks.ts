import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import { connect as secured } from "node:tls";
import type { Balancing, Entry } from "./plan.ts";

type Check = Balancing["check"];

/** The state of one backend of a load balancer. */
interface Finding {
  check: Check;
  isHealthy: boolean;
  /** How many checks in a row have found otherwise. */
  otherwise: number;
  /** When the last one began, on the platform's clock, which a restore may move back. */
  begun: number;
  /** Ends the check under way. */
  probe?: AbortController;
}

/** The health checks of load balancers (spec 2.9), on the platform's clock. */
export class HealthChecks {
  readonly #connect: (machine: string) => Promise<Socket>;
  readonly #findings = new Map<string, Finding>();

  constructor(connect: (machine: string) => Promise<Socket>) {
    this.#connect = connect;
  }

  /** True for a machine that is not checked. */
  isHealthy(object: string, machine: string): boolean {
    return this.#findings.get(`${object}/${machine}`)?.isHealthy ?? true;
  }

  /** Takes over which backends there are, and how they are checked; a new one is checked at once. */
  follow(entries: readonly Entry[]): void {
    const wanted = new Set<string>();
    for (const { object, backends, balancing } of entries) {
      if (balancing === undefined) continue;
      const { check, isNewUsed } = balancing;
      for (const key of backends.map((backend) => `${object}/${backend}`)) {
        wanted.add(key);
        // Of one that is not used before it, the first check decides.
        const otherwise = isNewUsed ? 0 : check.threshold - 1;
        const begun = Number.NEGATIVE_INFINITY;
        const known = this.#findings.get(key) ?? { isHealthy: isNewUsed, otherwise, begun };
        this.#findings.set(key, Object.assign(known, { check }));
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

  async #probe(machine: string, finding: Finding): Promise<void> {
    const { check } = finding;
    finding.probe = new AbortController();
    const { signal } = finding.probe;
    const isWell = await answers(() => this.#connect(machine), check, signal);
    delete finding.probe;
    finding.otherwise = isWell === finding.isHealthy ? 0 : finding.otherwise + 1;
    if (finding.otherwise < check.threshold) return;
    finding.isHealthy = isWell;
    finding.otherwise = 0;
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
    // On this machine a program shows whatever certificate it has.
    const way = protocol === "http" ? socket : secured({ socket, rejectUnauthorized: false });
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
