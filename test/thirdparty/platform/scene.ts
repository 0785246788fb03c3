import { expect } from "vitest";
import { type Choices, openThirdParty, type ThirdParty } from "./index.ts";

/**
 * The common parts of the tests here: a third-party platform with a clock, and ways to read its
 * answers whatever their form.
 */
export const SEEDS = Array.from({ length: 30 }, (_unused, index) => index + 1);

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export type Ask = (method: string, path: string, body?: unknown, key?: string) => Answer;

export interface Scene {
  readonly thirdParty: ThirdParty;
  readonly ask: Ask;
  pass(ms: number): void;
}

export function scene(seed: number, choices: Partial<Choices> = {}, pace = 2000): Scene {
  let at = Date.UTC(2026, 0, 1) + seed * 1000;
  // Requests follow each other faster than a lock or a list that is kept would let them.
  const prompt = { lockMs: 0, listCacheMs: 0 } as const;
  const thirdParty = openThirdParty({ seed, choices: { ...prompt, ...choices }, now: () => at });
  const ask: Ask = (method, path, body, key = thirdParty.keys.admin) => {
    at += pace;
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = thirdParty.handle({
      method,
      path,
      headers,
      body: body === undefined ? "" : JSON.stringify(body),
    });
    const isJson = /json/.test(
      Object.entries(answer.headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ??
        "",
    );
    return { ...answer, body: isJson ? JSON.parse(answer.body) : answer.body };
  };
  return {
    thirdParty,
    ask,
    pass: (ms) => {
      at += ms;
    },
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in an answer, out of whatever envelope. */
export function inside(answer: Answer, kind: string): Record<string, unknown> {
  if (!isObject(answer.body)) return {};
  for (const key of ["data", kind]) {
    const inner = answer.body[key];
    if (isObject(inner)) return inner;
  }
  return answer.body;
}

export function idIn(answer: Answer, kind: string): string {
  return String(inside(answer, kind)["id"]);
}

export function expectAccepted(answer: Answer, what: string): void {
  expect([what, answer.status < 300 ? "accepted" : JSON.stringify(answer)]).toEqual([
    what,
    "accepted",
  ]);
}

export function expectRefused(answer: Answer): void {
  expect(answer.status >= 400 && answer.status < 600).toBe(true);
  expect(isObject(answer.body) ? Object.keys(answer.body) : answer.body).toEqual(["error"]);
}

export function stop(place: Scene, name: string): void {
  place.pass(60_000);
  place.ask("POST", `/api/v1/instances/${name}/action`, { action: "stop" });
  place.pass(60_000);
}

export const CONTAINER = {
  name: "web",
  type: "container",
  image: "debian/12",
  cpu_limit: "2",
  memory_limit: "2GiB",
};
export const RULE = {
  name: "hot",
  metric: "cpu_percent",
  condition: "gt",
  threshold: 80,
  channels: "email,slack",
  cooldown_minutes: 5,
};
