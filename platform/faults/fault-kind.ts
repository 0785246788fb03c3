import type { z } from "zod";
import type { Answer, Delivery } from "../http/answer.ts";
import { lazySchema } from "../lazy-schema.ts";
import type { World } from "../world.ts";
import type { Candidate } from "./candidate.ts";
import type { Timer } from "./timer.ts";

/** A kind of fault: what it is given, what it is about, and what it does. */
export interface FaultKind {
  /** The fields that name the kind and say how. */
  readonly given: () => z.ZodObject;
  /** True when it is about objects, which `kind`, `id` and `share` choose, and not about requests. */
  readonly choosesObjects: boolean;
  /** Whether it could do anything to the request. */
  suits(request: Candidate): boolean;
  does(fault: unknown): Behaviour;
}

/** What a fault does at the moments of a request that meets it. */
export interface Behaviour {
  /** Before anything is looked at. What it throws is what the client meets. */
  before?(request: MetRequest): Promise<void>;
  /** The answer in place of the platform's, which does nothing. */
  readonly instead?: Answer;
  /** The world that the platform handles the request in. */
  world?(world: World): World;
  /** Which of two deliveries of the request is answered. */
  readonly twice?: "first" | "second";
  /** What becomes of the platform's answer, before it gets the form that all answers have. */
  answer?(answer: Answer, request: MetRequest): Answer;
  /** How the answer travels, after all was committed. What it throws is what the client meets. */
  deliver?(answer: Delivery, request: MetRequest): Delivery;
}

/** A request as faults see it. */
export interface MetRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  readonly timer: Timer;
  /** The field of answers that holds the status word. */
  readonly statusField: string;
}

/** A kind of fault by what it does with what it is given. */
export function defineFault<Given extends z.ZodObject>(facts: {
  given(): Given;
  readonly choosesObjects?: boolean;
  suits?(request: Candidate): boolean;
  does(given: z.infer<Given>): Behaviour;
}): FaultKind {
  const { choosesObjects = false, suits = () => true } = facts;
  const given = lazySchema(() => facts.given());
  return { given, choosesObjects, suits, does: (fault) => facts.does(given().parse(fault)) };
}
