import { createHash } from "node:crypto";
import type { Row, Sql } from "../store/index.ts";
import { type Effect, effectIn, isEffect, problemOf } from "./check.ts";
import type { Fault, FaultEffect, ListedFault } from "./fault.ts";

/** A fault as it is kept; it was checked when it was added. */
interface KeptFault extends ListedFault {
  readonly serial: number;
  readonly effect: Effect;
}

/** All that befalls one request. */
export type Met = Partial<Joined<FaultEffect>>;
/** Every field of every member of a union. */
type Joined<T> = (T extends unknown ? (of: T) => void : never) extends (of: infer R) => void
  ? R
  : never;

/** The faults in force, in the order they were added. */
export class Faults {
  readonly #sql: Sql;
  readonly #seed: string;

  /** `seed` decides which part of the requests meets a fault that is about some of them. */
  constructor(sql: Sql, seed: string) {
    this.#sql = sql;
    this.#seed = seed;
  }

  /**
   * Gives the fault's id.
   *
   * @throws Error when it does not say exactly one thing to do, or a field has no such value.
   */
  add(fault: Fault): string {
    const problem = problemOf(fault);
    if (problem !== undefined) throw new Error(`The fault was not added: ${problem}`);
    const { lastInsertRowid } = this.#sql.run`INSERT INTO faults (effect, fault, since)
      VALUES (${String(effectIn(fault))}, ${JSON.stringify(fault)}, 0)`;
    return idOf(Number(lastInsertRowid));
  }

  /** All that were added since they were last cleared, with those that are used up. */
  list(): readonly ListedFault[] {
    return this.#rows().map(({ id, fault, matched, met }) => ({ id, fault, matched, met }));
  }

  /**
   * Ends one fault, or all.
   *
   * @throws Error when none has the id.
   */
  clear(id?: string): void {
    if (id === undefined) this.#sql.run`DELETE FROM faults`;
    else if (this.#sql.run`DELETE FROM faults WHERE ${id} = 'fault_' || serial`.changes === 0) {
      throw new Error(`The fault was not cleared: there is none with the id "${id}".`);
    }
  }

  /** True while there are any. */
  get any(): boolean {
    return this.#sql.get`SELECT 1 FROM faults LIMIT 1` !== undefined;
  }

  /** Finds and counts what befalls a request; in a transaction. */
  meet(request: { readonly method: string; readonly path: string }): Met {
    const met = new Map<Effect, Fault>();
    for (const row of this.#rows()) {
      if (met.has("status") || met.has(row.effect) || !isAbout(row, request)) continue;
      const isMet = this.#isMet(row);
      this.#sql.run`UPDATE faults SET matched = matched + 1, met = met + ${Number(isMet)}
        WHERE serial = ${row.serial}`;
      if (isMet) met.set(row.effect, row.fault);
    }
    return Object.assign({}, ...met.values());
  }

  #isMet({ fault, serial, matched, met }: KeptFault): boolean {
    const { after = 0, times = Number.POSITIVE_INFINITY, share = 1 } = fault;
    if (matched < after || met >= times) return false;
    return share === 1 || drawn(`${this.#seed} ${serial} ${matched}`) < share;
  }

  #rows(): readonly KeptFault[] {
    return this.#sql.all`SELECT * FROM faults ORDER BY serial`.flatMap(keptFault);
  }
}

/** From 0 to 1, always the same for the same text. */
function drawn(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

type Request = Parameters<Faults["meet"]>[0];

function isAbout({ effect, fault: { method, path } }: KeptFault, request: Request): boolean {
  if (method !== undefined && method !== request.method) return false;
  if ((effect === "lag" || effect === "paged") && request.method !== "GET") return false;
  return path === undefined || isLike(request.path, path);
}

/** `*` is any text, slashes included; nothing else is special. */
function isLike(path: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(path);
}

/** One that an older version took and this one would refuse does nothing. */
function keptFault({ serial, effect: name, fault: text, matched, met }: Row): KeptFault[] {
  const effect = String(name);
  const fault: Fault = JSON.parse(String(text));
  if (!isEffect(effect) || problemOf(fault) !== undefined) return [];
  const counts = { matched: Number(matched), met: Number(met) };
  return [{ serial: Number(serial), id: idOf(Number(serial)), effect, fault, ...counts }];
}

function idOf(serial: number): string {
  return `fault_${serial}`;
}
