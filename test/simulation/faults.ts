import { effectOf, endpoints } from "../../contract/endpoints.ts";
import type { WireRequest } from "../../provider/http/transport/transport.ts";
import type { Random } from "./random.ts";

/** The fault of one request, and whether the platform carries it out all the same. */
export type Fault =
  | { readonly kind: "unsent" }
  | { readonly kind: "reset"; readonly applied: boolean }
  /** A success whose JSON ends in the middle. */
  | { readonly kind: "cut" }
  | { readonly kind: "status"; readonly status: number; readonly applied: boolean }
  /** A success that is a proxy's or a sign-in page. */
  | { readonly kind: "page"; readonly applied: boolean }
  | { readonly kind: "throttled"; readonly retryAfter: number | undefined }
  /** Given up on by a proxy (504) or by us, and carried out later. */
  | { readonly kind: "late"; readonly isTimeout: boolean; readonly afterMs: number }
  | { readonly kind: "denied"; readonly status: 401 | 403 | 404 | 405 }
  | { readonly kind: "emptyList" }
  /** The first half of a list, which says that there is more. */
  | { readonly kind: "halfList" };

type Name = Fault["kind"];

const always: readonly Name[] = ["unsent", "reset", "status", "page", "throttled", "denied"];

/** Faults after which nobody knows whether a create was carried out. */
const losesAnswers: ReadonlySet<Name> = new Set(["reset", "status", "page", "cut", "late"]);

/** Longest time a request may still be under way after nobody waits for it any more. */
const latestMs = 80_000;

/** Decides for each request what goes wrong with it. */
export class FaultPlan {
  readonly #random: Random;
  readonly #rate: number;
  readonly #names: readonly Name[];
  #isOver = false;
  #emptyLists = 0;

  /** So large a part of the creates is lost: it arrives late, or not at all. */
  readonly #lostCreates: number;

  constructor(random: Random, lostCreates = 0) {
    this.#random = random;
    this.#lostCreates = lostCreates;
    this.#rate = random.pick([0, 0.03, 0.1, 0.25]);
    const all: readonly Name[] = [...always, "cut", "late", "emptyList", "halfList"];
    // A few kinds at a time go deeper than all of them at once.
    const some = all.filter(() => random.chance(0.4));
    const names = some.length === 0 || random.chance(0.3) ? all : some;
    // A list that is empty by mistake, while a create is searched for, is one rare thing too many (README.md).
    this.#names =
      random.chance(0.5) || lostCreates > 0
        ? names.filter((name) => name !== "emptyList")
        : names.filter((name) => !losesAnswers.has(name));
  }

  /** True where lists may be empty by mistake: nothing is killed, and no answer to a create is lost. */
  get emptiesLists(): boolean {
    return this.#names.includes("emptyList") && this.#rate > 0;
  }

  /** From now on nothing goes wrong any more. */
  end(): void {
    this.#isOver = true;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  next(request: WireRequest): Fault | undefined {
    if (this.#isOver) return undefined;
    if (this.#lostCreates > 0 && isCreate(request) && this.#random.chance(this.#lostCreates))
      return this.#lostCreate();
    if (!this.#random.chance(this.#rate)) return undefined;
    const name = this.#random.pickFrom(this.#names.filter((known) => suits(known, request)));
    return name === undefined ? undefined : this.#make(name);
  }

  /** Most mistakes show when it arrives after the run that sent it is over for others. */
  #lostCreate(): Fault {
    const random = this.#random;
    if (random.chance(0.3)) return { kind: "reset", applied: false };
    const afterMs = random.between(random.pick([5_000, 60_000]), latestMs);
    return { kind: "late", isTimeout: random.chance(0.5), afterMs };
  }

  #make(name: Name): Fault | undefined {
    const random = this.#random;
    switch (name) {
      case "unsent":
      case "cut":
      case "halfList":
        return { kind: name };
      case "reset":
      case "page":
        return { kind: name, applied: random.chance(0.5) };
      case "status":
        return {
          kind: name,
          status: random.pick([408, 500, 502, 503, 504]),
          applied: random.chance(0.5),
        };
      case "throttled":
        return { kind: name, retryAfter: random.pick([undefined, 1, 5, 30]) };
      case "late":
        return { kind: name, isTimeout: random.chance(0.5), afterMs: random.between(0, latestMs) };
      case "denied":
        return { kind: name, status: random.pick([401, 403, 404, 405]) };
      case "emptyList":
        // Two of them, far enough apart, are what a platform says that lost everything.
        this.#emptyLists += 1;
        return this.#emptyLists > 1 ? undefined : { kind: name };
    }
  }
}

function suits(name: Name, request: WireRequest): boolean {
  const { method } = request;
  if (name === "emptyList" || name === "halfList") return method === "GET";
  if (name === "cut") return true;
  // A late deletion or change of a name that was given again in between is no client's to prevent.
  return name !== "late" || isCreate(request);
}

/** True for a request that makes something new. */
export function isCreate({ method, target, prefix }: WireRequest): boolean {
  const path = target.slice(prefix.length);
  return effectOf({ ...endpoints.volume.create, method, prefix, path }) === "create";
}
