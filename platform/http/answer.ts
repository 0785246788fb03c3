import type { Json } from "../../contract/naming.ts";
import type { Rule } from "../rules/rule.ts";

/** A JSON object as it travels. */
export interface JsonObject {
  [key: string]: Json;
}

/** An answer before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What the body is the text of, where it is JSON. */
  readonly content?: Json;
  /** What stands beside the items of a list that is one page of it. */
  readonly beside?: JsonObject;
  /** What decided it; left out where that is what says that the route is there. */
  readonly by?: Rule | undefined;
}

/** An answer as it leaves. */
export interface Delivery extends Answer {
  /** In place of the body: its bytes piece by piece, which may break off. */
  readonly parts?: AsyncIterable<Uint8Array>;
}

/** 200 with a body. */
export function ok(body: Json): Answer {
  return json(200, body);
}

/** 201, the usual answer of a create; the spec shows no status for one. */
export function created(body: Json, status = 201): Answer {
  return json(status, body);
}

/** 204, the answer of every delete; the spec shows no status or body for one. */
export const removed: Answer = { status: 204, headers: {}, body: null };

/** What else is told of a refusal. */
interface About {
  /** What decided it; undefined where that is what says that the route is there, or no matter of the platform's API. */
  readonly by: Rule | undefined;
  readonly headers?: Answer["headers"];
}

/** Thrown to refuse a request: undoes what its handler changed and becomes the answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with status ${answer.status}`);
    this.answer = answer;
  }

  /** With the error body of spec 7.1. */
  static json(status: number, error: string, { by, headers = {} }: About): Refusal {
    const answer = json(status, { error });
    return new Refusal({ ...answer, headers: { ...answer.headers, ...headers }, by });
  }

  /** In plain words: what a server without a handler says. */
  static text(status: number, error: string, { by }: Pick<About, "by">): Refusal {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return new Refusal({ status, headers, body: `${error}\n`, by });
  }
}

/** The text in an error's body (spec 7.1), or all of a body that has none. */
export function errorIn(body: string): string {
  try {
    const { error } = Object(JSON.parse(body));
    return typeof error === "string" ? error : body;
  } catch {
    return body;
  }
}

/** An answer with a body. */
export function json(status: number, body: Json): Answer {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(body), content: body };
}
