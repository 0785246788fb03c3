import type { Engine } from "../engine.ts";
import type { Place } from "./place.ts";

/** What of the world is where on this machine. */
export interface TrafficTable {
  /** Whether the setting `traffic` is on. */
  readonly isOn: boolean;
  /** The process that carries it; null when none does. */
  readonly process: number | null;
  /** Empty while it is not carried. */
  readonly entries: readonly TrafficEntry[];
}

/** A place of the world that takes connections, and where it is on this machine. */
export interface TrafficEntry extends Place {
  /** Like `https://127.0.0.1:41234`, with `tcp:` for what is no HTTP; null where it is not carried. */
  readonly url: string | null;
  /** Why it is not. */
  readonly problem: string | null;
  readonly backends: readonly TrafficBackend[];
}

/** A machine that an entry leads to. */
export interface TrafficBackend {
  /** Its id. */
  readonly instance: string;
  readonly name: string;
  /** Where what answers for it listens, like `127.0.0.1:41235`; null while nothing does. */
  readonly address: string | null;
  /** Whether a load balancer passes requests to it; true for other entries. */
  readonly isHealthy: boolean;
}

/** What the process that carries the traffic has said last. */
export function trafficTable(engine: Noted & Pick<Engine, "settings">): TrafficTable {
  const { traffic: isOn } = engine.settings.read();
  const note = noteIn(engine);
  if (note === undefined) return { isOn, process: null, entries: [] };
  return { isOn, process: note.process, entries: entriesOf(note.report) };
}

/** Which carrier it is that carries the traffic, in whatever process; undefined where none does. */
export function carrierOf(engine: Noted): string | undefined {
  return noteIn(engine)?.carrier;
}

type Noted = Pick<Engine, "carrying">;

/** What was said last by a process that goes on. */
function noteIn({ carrying }: Noted) {
  const { process, ...note } = carrying.read() ?? { process: null, carrier: "", report: "" };
  return process === null || !isAlive(process) ? undefined : { ...note, process };
}

/** The platform alone writes its file. */
export function entriesOf(report: string): readonly TrafficEntry[] {
  return JSON.parse(report);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
