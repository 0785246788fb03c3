import type { z } from "zod";
import type { Platform } from "./platform.ts";

/** A route of the control API: what it does to the platform, and how it is shown. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/_control`; `{name}` is one segment. */
  readonly path: string;
  /** One sentence. */
  readonly about: string;
  /** A request of it as the documentation shows it; a test plays them all, in their order. */
  readonly example: ControlExample;
  /** True where no token is asked for. */
  readonly open?: true;
  /**
   * Does what a member of the platform does, and gives what is answered: nothing for 204, a `Text` for what is no JSON.
   *
   * @throws Error saying what was not done and why.
   */
  run(platform: Platform, call: ControlCall): object | undefined;
}

/** An answer that is no JSON. */
export class Text {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.text = text;
    this.headers = headers;
  }
}

/** The differences between the route and a request of it. */
export interface ControlExample {
  /** The value of the path's placeholder: text, or a variable of the shell. */
  readonly target?: string;
  /** With the question mark. */
  readonly query?: string;
  readonly body?: object;
  /** Variable of the shell in which the examples after it find a field of the answer. */
  readonly keep?: { readonly field: string; readonly as: string };
}

/** One request, as a route sees it. */
export interface ControlCall {
  /** Value of the path's placeholder; else empty. */
  readonly target: string;
  /** @throws Error naming the first parameter that is wrong. */
  query<T>(schema: z.ZodType<T>): T;
  /** @throws Error naming the first field that is wrong. */
  body<T>(schema: z.ZodType<T>): T;
}
