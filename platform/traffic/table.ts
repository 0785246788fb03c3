import type { Engine } from "../engine.ts";
import type { TrafficEntry } from "../store/index.ts";

/** Where the entries of the platform are on this machine. */
export interface TrafficTable {
  /** Whether the setting `traffic` is on. */
  readonly isOn: boolean;
  /** The process that carries it; null when none does. */
  readonly process: number | null;
  /** Empty while it is not carried. */
  readonly entries: readonly TrafficEntry[];
}

/** The last note of the process that carries the traffic. */
export function trafficTable({
  settings,
  trafficNote,
}: Pick<Engine, "settings" | "trafficNote">): TrafficTable {
  const { traffic: isOn } = settings.read();
  const { process, entries } = trafficNote.read();
  const isCarried = process !== null && isAlive(process);
  return isCarried ? { isOn, process, entries } : { isOn, process: null, entries: [] };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
