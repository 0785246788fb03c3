import { resolveAssumptions } from "../../../contract/assumptions.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { HostingError } from "../../../provider/errors.ts";
import { createApi } from "../../../provider/http/api.ts";
import { createRateLimiter } from "../../../provider/http/rate-limit/rate-limiter.ts";
import { TransportFailure, type WireResponse } from "../../../provider/http/transport/transport.ts";
import { ApiKey } from "../../../provider/http/wire/api-key.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../provider/lifecycle/diff.ts";
import type { Context } from "../../../provider/lifecycle/operation/context.ts";
import { intentOf } from "../../../provider/lifecycle/operation/intent.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { declared, newProcess } from "../../support/session.ts";
import { definitionOf } from "../../support/session-inputs.ts";
import { FakeClock } from "../http/fake-clock.ts";

/** The key that no message may hold. */
export const secretKey = "hk_0123456789abcdefWXYZ";

/** A platform that gives these answers, and the operations of the provider on it. */
export function openStage(script: Script = {}, settings: StageSettings = {}) {
  const { assumptions = {}, nameOf = logicalName, ...rest } = settings;
  const clock = new FakeClock();
  const random = () => 0.5;
  const context: Context = {
    api: createApi({
      transport: { send: async (request) => answerOf(script, request), close: async () => {} },
      apiKey: new ApiKey(secretKey, "HOSTING_API_KEY"),
      limiter: createRateLimiter({ clock, random }),
      clock,
      random,
    }),
    ...newProcess({ clock, world: hereWorld }),
    clock,
    probe: async () => ({ healthy: false, reason: "the connection was refused" }),
    display: () => undefined,
    ...rest,
    assumptions: resolveAssumptions(assumptions),
  };
  const play = <T>(work: Promise<T>) => clock.during(work);
  return {
    context,
    /** What the journal has of a create with these inputs. */
    intentOf: (type: string, inputs: Props) =>
      intentOf(context, definitionOf(type), declared(inputs, nameOf(type))),
    create: (type: string, inputs: Props) =>
      play(create(context, definitionOf(type), declared(inputs, nameOf(type)))),
    diff: async (type: string, { id, state, inputs }: Change) =>
      compare(context, definitionOf(type), {
        id,
        state: kept(state, nameOf(type)),
        inputs: declared(inputs, nameOf(type)),
      }),
    update: (type: string, { id, state, inputs }: Change) =>
      play(
        update(context, definitionOf(type), {
          id,
          state: kept(state, nameOf(type)),
          inputs: declared(inputs, nameOf(type)),
        }),
      ),
    read: (type: string, id: string, props: Props) =>
      play(read(context, definitionOf(type), { id, props: kept(props, nameOf(type)) })),
    get: (type: string, id: string) =>
      play(read(context, definitionOf(type), { id, props: { __lookup: true } })),
    remove: (type: string, id: string, state: Props) =>
      play(remove(context, definitionOf(type), { id, state: kept(state, nameOf(type)) })),
  };
}

/** Answers by `METHOD /path`; several follow each other, and the last one repeats. */
export type Script = Readonly<Record<string, Reply | Reply[]>> | ((call: string) => Reply);

export type Reply = WireResponse | TransportFailure;

export function json(status: number, body: unknown): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

export function refused(status: number, error: string): WireResponse {
  return json(status, { error });
}

export const lost = new TransportFailure("sent", "the connection was reset");
export const unsent = new TransportFailure("unsent", "the connection was refused");

/** The message something fails with, which has to be one of ours. */
export async function failureOf(work: () => unknown): Promise<HostingError> {
  try {
    await work();
  } catch (error) {
    if (HostingError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

const hereWorld = "api:https://console.example+https://api.example#";

interface StageSettings extends Partial<Omit<Context, "assumptions">> {
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** What the program calls a resource of a class. */
  readonly nameOf?: (type: string) => string;
}

interface Change {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

/** What programs in these cases call their resources. */
function logicalName(type: string): string {
  return { "storage:Volume": "data", "network:LoadBalancer": "front" }[type] ?? "web";
}

function kept(state: Props, name: string): Props {
  const { __world = hereWorld, ...rest } = declared(state, name);
  return { __seenBy: "the key", ...rest, __world };
}

const noSuchRoute: WireResponse = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "no such route",
};

const given = new WeakMap<Reply[], number>();

function answerOf(script: Script, { method, target }: { method: string; target: string }) {
  const call = `${method} ${target}`;
  const reply = (typeof script === "function" ? script(call) : script[call]) ?? noSuchRoute;
  const one = Array.isArray(reply) ? next(reply) : reply;
  if (one instanceof TransportFailure) throw one;
  return one;
}

function next(replies: Reply[]): Reply {
  const at = given.get(replies) ?? 0;
  given.set(replies, at + 1);
  return replies[Math.min(at, replies.length - 1)] ?? noSuchRoute;
}
