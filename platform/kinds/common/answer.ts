import type { Json } from "../../../contract/naming.ts";

/** The answer of a handler. */
export interface Answer {
  readonly status: number;
  /** Undefined for none. */
  readonly body?: Json;
}

/** 200 with a body. */
export function ok(body: Json): Answer {
  return { status: 200, body };
}

/** 201: the spec shows no status for a create. */
export function created(body: Json): Answer {
  return { status: 201, body };
}

/** 204, the answer of every delete: the spec shows no status or body for one. */
export const removed: Answer = { status: 204 };

/** Thrown to refuse a request: undoes what its handler changed and becomes the answer (spec 7.1). */
export class Refusal extends Error {
  readonly status: number;
  /** The rule that decided, after the section that has it: `2.7: a volume only grows`. */
  readonly rule: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, rule: string, error: string, headers: Refusal["headers"] = {}) {
    super(error);
    this.status = status;
    this.rule = rule;
    this.headers = headers;
  }
}
