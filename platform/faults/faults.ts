import { z } from "zod";
import { suggestion } from "../../contract/values/nearest.ts";
import { firstProblem } from "../http/problem.ts";
import type { TimeSource } from "../operator/clock.ts";
import type { Database, Sql } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { beginPast, datePast, endPast } from "../store/past.ts";
import type { Row } from "../store/row.ts";
import type { Standstill } from "../world.ts";
import type { Candidate } from "./candidate.ts";
import type { Fault, ListedFault } from "./fault.ts";
import type { FaultKind } from "./fault-kind.ts";
import { faultKinds } from "./kinds/_all.ts";
import type { Met } from "./meeting.ts";
import { drawn, isMeant, ObjectTarget, Target } from "./target.ts";

type Effect = keyof typeof faultKinds;
/** A fault as it is kept; it was checked when it was added. */
interface KeptFault {
  readonly serial: number;
  readonly effect: Effect;
  readonly fault: Fault;
  readonly target: Target;
  readonly since: number;
  /** Serial of the newest object that was there when it was added. */
  readonly newest: number;
  readonly matched: number;
  readonly met: number;
}

/** The faults in force, in the order they were added. */
export class Faults {
  readonly #sql: Sql;
  readonly #clock: TimeSource;
  readonly #seed: string;
  readonly #any: () => boolean;
  /** Serials of the faults about objects that were looked at. */
  readonly #looked = new Set<number>();

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
    const schema = schemaOf(effect);
    refuseUnknownField(fault, Object.keys(schema.shape));
    const checked = schema.safeParse(fault, { reportInput: true });
    if (!checked.success) throw notAdded(firstProblem(checked.error));
    this.#refuseUnknownKey(fault);
    const { lastInsertRowid } = this.#sql.run`INSERT INTO faults (effect, fault, since, newest)
      SELECT ${effect}, ${JSON.stringify(fault)}, ${this.#clock.now()}, coalesce(max(serial), 0)
      FROM objects`;
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

  /** When time stands still for which objects, as the world is now. */
  standstill(): Standstill {
    const stuck = this.any ? this.#rows().filter(({ effect }) => effect === "stuck") : [];
    return (kind, object) => {
      const about = stuck.filter((row) => this.#isAbout(row, kind, object.id));
      for (const row of about) this.#looked.add(row.serial);
      // One that was there already stays ready; a new one is not ready even where that takes no time.
      const times = about
        .filter(isInForce)
        .map(({ since, newest }) => (object.serial > newest ? since - 1 : since));
      return times.length === 0 ? undefined : Math.min(...times);
    };
  }

  /** Counts what held the time of an object that the work looks at; in the request's transaction. */
  counted<T>(work: () => T): T {
    this.#looked.clear();
    try {
      return work();
    } finally {
      for (const row of this.#rowsLookedAt()) this.#count(row, isInForce(row));
    }
  }

  /** Finds and counts what the request meets; in a transaction. */
  meet(request: Candidate): readonly Met[] {
    const met: Met[] = [];
    for (const row of this.#rows()) {
      const isForObjects = kindOf(row.effect).choosesObjects;
      if (isForObjects || met.some(({ effect }) => effect === row.effect)) continue;
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
    const { serial, effect, fault, matched, target } = row;
    const kind = kindOf(effect);
    if (!isMeant(target, kind, request)) return undefined;
    const isMet = isInForce(row) && this.#isDrawn(target, serial, matched);
    this.#count(row, isMet);
    return isMet ? { effect, behaviour: kind.does(fault) } : undefined;
  }

  #count({ serial }: KeptFault, isMet: boolean): void {
    this.#sql.run`UPDATE faults SET matched = matched + 1, met = met + ${Number(isMet)}
      WHERE serial = ${serial}`;
  }

  #rowsLookedAt(): readonly KeptFault[] {
    return this.#looked.size === 0
      ? []
      : this.#rows().filter(({ serial }) => this.#looked.has(serial));
  }

  #isAbout({ target, serial }: KeptFault, kind: string, id: string): boolean {
    return (
      [undefined, kind].includes(target.kind) &&
      [undefined, id].includes(target.id) &&
      this.#isDrawn(target, serial, `${kind} ${id}`)
    );
  }

  #refuseUnknownKey({ key }: Fault): void {
    if (key === undefined || this.#sql.get`SELECT 1 FROM keys WHERE id = ${key}` !== undefined)
      return;
    throw notAdded(`"key" is not accepted: there is no key with the id ${JSON.stringify(key)}`);
  }

  #isDrawn({ share }: Target, serial: number, what: string | number): boolean {
    return share === 1 || drawn(this.#seed, serial, what) < share;
  }

  #rows(): readonly KeptFault[] {
    const rows = this.#sql
      .all`SELECT serial, effect, fault, since, newest, matched, met FROM faults ORDER BY serial`;
    return rows.flatMap(keptFault);
  }
}

/** Made once each, with the first fault of the kind. */
const schemas = new Map<Effect, z.ZodObject>();

function schemaOf(effect: Effect): z.ZodObject {
  const { choosesObjects, given } = kindOf(effect);
  const target = choosesObjects ? ObjectTarget() : Target();
  const schema = schemas.get(effect) ?? z.strictObject({ ...target.shape, ...given().shape });
  schemas.set(effect, schema);
  return schema;
}

function isInForce({ target, matched, met }: KeptFault): boolean {
  const { after, times = Number.POSITIVE_INFINITY } = target;
  return matched >= after && met < times;
}

function kindOf(effect: Effect): FaultKind {
  return faultKinds[effect];
}

/** The one field of a fault that says what happens. */
function effectOf(fault: object): Effect {
  const said = Object.keys(fault).filter(isEffect);
  const [effect] = said;
  if (effect !== undefined && said.length === 1) return effect;
  refuseUnknownField(fault, [...Object.keys(faultKinds), ...Object.keys(Target().shape)]);
  throw notAdded(
    `it says ${said.length === 0 ? "nothing" : `${said.join(" and ")}`} to do, not one of ${Object.keys(faultKinds).join(", ")}`,
  );
}

/** @throws Error where a field is none of these. */
function refuseUnknownField(fault: object, known: readonly string[]): void {
  const name = Object.keys(fault).find((field) => !known.includes(field));
  if (name === undefined) return;
  const given = name.slice(0, longestName);
  throw notAdded(`"${given}" is not a known field; ${suggestion(given, known)}`);
}

const longestName = 40;

function isEffect(name: string): name is Effect {
  return Object.hasOwn(faultKinds, name);
}

function keptFault({ effect: name, fault: text, ...row }: Row): KeptFault[] {
  const [effect, fault] = [String(name), JSON.parse(String(text))];
  if (!isEffect(effect)) return [];
  // One that an older version took and this one refuses does nothing.
  if (!schemaOf(effect).safeParse(fault).success) return [];
  const target = Target().parse(fault);
  const [serial, since] = [Number(row["serial"]), Number(row["since"])];
  const newest = Number(row["newest"]);
  const [matched, met] = [Number(row["matched"]), Number(row["met"])];
  return [{ serial, effect, fault, target, since, newest, matched, met }];
}

function notAdded(why: string): Error {
  return new Error(`The fault was not added: ${why}${why.endsWith("?") ? "" : "."}`);
}

function idOf(serial: number): string {
  return `fault_${serial}`;
}
