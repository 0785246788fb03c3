import { z } from "zod";
import { firstProblem } from "../http/problem.ts";
import type { TimeSource } from "../operator/clock.ts";
import type { Database, Sql } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { beginPast, datePast, endPast } from "../store/past.ts";
import type { Row } from "../store/row.ts";
import type { Candidate } from "./candidate.ts";
import type { Fault, ListedFault } from "./fault.ts";
import type { FaultKind } from "./fault-kind.ts";
import { faultKinds } from "./kinds/_all.ts";
import type { Met } from "./meeting.ts";
import { drawn, isMeant, Target } from "./target.ts";

type Effect = keyof typeof faultKinds;
/** A fault as it is kept; it was checked when it was added. */
interface KeptFault {
  readonly serial: number;
  readonly effect: Effect;
  readonly fault: Fault;
  readonly since: number;
  readonly matched: number;
  readonly met: number;
}

/** The faults in force, in the order they were added. */
export class Faults {
  readonly #sql: Sql;
  readonly #clock: TimeSource;
  readonly #seed: string;
  readonly #any: () => boolean;

  /** `seed` decides which part of the requests meets a fault that is about some of them. */
  constructor(database: Database, clock: TimeSource, seed = "") {
    this.#sql = database.watched;
    this.#any = kept(database, () => this.#sql.get`SELECT 1 FROM faults LIMIT 1` !== undefined);
    this.#clock = clock;
    this.#seed = seed;
  }

  /**
   * Gives the fault's id.
   *
   * @throws Error when it does not say exactly one thing to do, or a field has no such value.
   */
  add(fault: Fault): string {
    const effect = effectOf(fault);
    const schema = z.strictObject({ ...Target().shape, ...kindOf(effect).given().shape });
    const checked = schema.safeParse(fault, { reportInput: true });
    if (!checked.success) throw notAdded(firstProblem(checked.error));
    const { lastInsertRowid } = this.#sql.run`INSERT INTO faults (effect, fault, since)
      VALUES (${effect}, ${JSON.stringify(fault)}, ${this.#clock.now()})`;
    if (effect === "lag") beginPast(this.#sql);
    return idOf(Number(lastInsertRowid));
  }

  /** All that were added since they were last cleared, with those that are used up. */
  list(): readonly ListedFault[] {
    return this.#rows().map(({ serial, fault, matched, met }) => ({
      id: idOf(serial),
      fault,
      matched,
      met,
    }));
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
    if (this.#sql.get`SELECT 1 FROM faults WHERE effect = 'lag'` === undefined) endPast(this.#sql);
  }

  /** True while there are any; without a transaction. */
  get any(): boolean {
    return this.#any();
  }

  /** Finds and counts what the request meets; in a transaction. */
  meet(request: Candidate): readonly Met[] {
    const met: Met[] = [];
    for (const row of this.#rows()) {
      if (met.some(({ effect }) => effect === row.effect)) continue;
      const one = this.#met(row, request);
      if (one === undefined) continue;
      met.push(one);
      if (one.behaviour.instead !== undefined) break;
    }
    return met;
  }

  /** What changed in the request changed now: lists that lag show it later. */
  datePast(): void {
    datePast(this.#sql, this.#clock.now());
  }

  #met(row: KeptFault, request: Candidate): Met | undefined {
    const { serial, effect, fault, since, matched } = row;
    const kind = kindOf(effect);
    const target = Target().parse(fault);
    if (!isMeant(target, kind, request)) return undefined;
    const isMet = this.#isDue(row, target, kind);
    this.#sql.run`UPDATE faults SET matched = ${matched + 1}, met = met + ${Number(isMet)}
      WHERE serial = ${serial}`;
    if (!isMet) return undefined;
    const isAbout = (of: string, id: string) =>
      [undefined, of].includes(target.kind) &&
      [undefined, id].includes(target.id) &&
      this.#isDrawn(target, serial, `${of} ${id}`);
    return { effect, behaviour: kind.does(fault), active: { since, isAbout } };
  }

  #isDue(
    { serial, matched, met }: KeptFault,
    target: Target,
    { choosesObjects }: FaultKind,
  ): boolean {
    const { after, times = Number.POSITIVE_INFINITY } = target;
    if (matched < after || met >= times) return false;
    return choosesObjects || this.#isDrawn(target, serial, matched);
  }

  #isDrawn({ share }: Target, serial: number, what: string | number): boolean {
    return share === 1 || drawn(this.#seed, serial, what) < share;
  }

  #rows(): readonly KeptFault[] {
    const rows = this.#sql
      .all`SELECT serial, effect, fault, since, matched, met FROM faults ORDER BY serial`;
    return rows.flatMap(keptFault);
  }
}

function kindOf(effect: Effect): FaultKind {
  return faultKinds[effect];
}

/** The one field of a fault that says what happens. */
function effectOf(fault: object): Effect {
  const said = Object.keys(fault).filter(isEffect);
  const [effect] = said;
  if (effect !== undefined && said.length === 1) return effect;
  throw notAdded(
    `it says ${said.length === 0 ? "nothing" : `${said.join(" and ")}`} to do, not one of ${Object.keys(faultKinds).join(", ")}`,
  );
}

function isEffect(name: string): name is Effect {
  return Object.hasOwn(faultKinds, name);
}

function keptFault({ effect: name, fault: text, ...row }: Row): KeptFault[] {
  const [effect, fault] = [String(name), JSON.parse(String(text))];
  if (!isEffect(effect)) return [];
  const [serial, since] = [Number(row["serial"]), Number(row["since"])];
  const [matched, met] = [Number(row["matched"]), Number(row["met"])];
  return [{ serial, effect, fault, since, matched, met }];
}

function notAdded(why: string): Error {
  return new Error(`The fault was not added: ${why}.`);
}

function idOf(serial: number): string {
  return `fault_${serial}`;
}
