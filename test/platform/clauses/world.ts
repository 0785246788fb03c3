import { expect } from "vitest";
import { type AssumptionName, defaultAssumptions } from "../../../contract/assumptions.ts";
import type { KeyOptions, Platform } from "../../../platform/index.ts";
import { type Reply, type Send, sender } from "../support.ts";
import { container, instance, server } from "./bodies.ts";

/** An object as an answer shows it. */
export type Thing = Readonly<Record<string, unknown>>;

/** Somebody with a key. */
export interface Caller {
  readonly send: Send;
  /** The object that the answer shows; the request must succeed. */
  ok(route: string, body?: unknown): Promise<Thing>;
  /** The objects of a list. */
  list(route: string): Promise<readonly Thing[]>;
  /** A request refused for its content: neither unknown nor unauthenticated nor too often. */
  refused(route: string, body?: unknown): Promise<Reply>;
  /** The id of what the request makes. */
  id(route: string, body?: unknown): Promise<string>;
}

/** An empty platform for one clause, seen with its first key. */
export interface World extends Caller {
  readonly platform: Platform;
  /** Somebody with a new key, which may do everything except the given right. */
  as(key: Partial<KeyOptions>): Caller;
  pass(seconds: number): void;
  /** A running instance of `/api/v1`; gives its detail. */
  container(name?: string): Promise<Thing>;
  /** A running instance of `/v1`; gives its id. */
  instance(name?: string): Promise<string>;
  /** A running server; gives its detail. */
  server(fields?: Thing): Promise<Thing>;
}

/** Longer than anything takes to boot, be imported or be copied. */
const longEnough = 600;

/** Empties the platform, which is much quicker than to open another one. */
export function clauseWorld(platform: Platform): World {
  platform.reset();
  const caller = callerOf(sender(platform));
  const pass = (seconds: number) => platform.clock.advance(seconds);
  return {
    ...caller,
    platform,
    pass,
    as: (key) =>
      callerOf(sender(platform, platform.createKey({ level: "Admin", scopes: ["*"], ...key }).key)),
    container: async (name = "web") => {
      await caller.ok("POST /api/v1/instances", container(name));
      pass(longEnough);
      return caller.ok(`GET /api/v1/instances/${name}`);
    },
    instance: async (name = "web") => {
      const id = await caller.id("POST /v1/instances", instance(name));
      pass(longEnough);
      return id;
    },
    server: async (fields = {}) => {
      const id = await caller.id("POST /api/v2/servers", { ...server(), ...fields });
      pass(longEnough);
      return caller.ok(`GET /api/v2/servers/${id}`);
    },
  };
}

/** Whether the object's status is one of the words, like `words.running`. */
export function isIn(words: AssumptionName & `words.${string}`, { status }: Thing): boolean {
  return [defaultAssumptions[words]].flat().some((word) => word === String(status).toLowerCase());
}

/** An error of spec 7.1: JSON with one field. */
export function expectError({ headers, body }: Reply): void {
  expect(headers.get("content-type")).toMatch(/^application\/json\b/);
  expect(body).toEqual({ error: expect.stringMatching(/\S/) });
}

function callerOf(send: Send): Caller {
  const ok = async (route: string, body?: unknown) => thingIn(await succeeded(send, route, body));
  return {
    send,
    ok,
    list: async (route) => listIn(await succeeded(send, route)),
    refused: async (route, body) => {
      const reply = await send(route, body);
      expect(reply.status, `${route} ${JSON.stringify(reply.body)}`).toBeOneOf(refusals);
      expectError(reply);
      return reply;
    },
    id: async (route, body) => String((await ok(route, body))["id"]),
  };
}

const refusals = [400, 402, 403, 409, 412, 415, 422, 423];

async function succeeded(send: Send, route: string, body?: unknown): Promise<unknown> {
  const reply = await send(route, body);
  expect(reply.status, `${route} ${JSON.stringify(reply.body)}`).toBeOneOf([200, 201, 202, 204]);
  return reply.body;
}

/** spec 4 note 1: the place of an object in an answer is not shown. */
function thingIn(body: unknown): Thing {
  const thing = asThing(body);
  const inside = asThing(thing["data"]);
  return Object.keys(inside).length > 0 ? inside : thing;
}

function listIn(body: unknown): readonly Thing[] {
  const { data, items } = asThing(body);
  const list = [body, data, items].find((one) => Array.isArray(one));
  if (!Array.isArray(list)) throw new Error(`no list: ${JSON.stringify(body)}`);
  return list.map(asThing);
}

function asThing(value: unknown): Thing {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
