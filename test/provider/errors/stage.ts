import type { z } from "zod";
import { answerTo, type Question } from "../../../provider/connection/answers.ts";
import type { Props } from "../../../provider/definition/session.ts";
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

/** Answers by `METHOD /path`; several follow each other, and the last one repeats. */
type Script = Readonly<Record<string, Reply | readonly Reply[]>>;

type Reply = WireResponse | TransportFailure;

/** A platform that gives these answers through the real client, and the operations of the provider on it. */
export function openStage(script: Script = {}, settings: Partial<Context> = {}) {
  const clock = new FakeClock();
  const random = () => 0.5;
  const given = new Map<string, number>();
  const sent: string[] = [];
  const send = async ({ method, target }: { method: string; target: string }) => {
    const call = `${method} ${target}`;
    sent.push(call);
    const replies = [script[call] ?? noSuchRoute].flat();
    const at = given.get(call) ?? 0;
    given.set(call, at + 1);
    const reply = replies[Math.min(at, replies.length - 1)] ?? noSuchRoute;
    if (reply instanceof TransportFailure) throw reply;
    return reply;
  };
  const context: Context = {
    api: createApi({
      transport: { send, close: async () => {} },
      apiKey: new ApiKey(secretKey, "HOSTING_API_KEY"),
      limiter: createRateLimiter({ clock, random }),
      clock,
      random,
    }),
    ...newProcess({ clock, world: hereWorld }),
    clock,
    probe: async () => ({ healthy: false, reason: "the connection was refused" }),
    display: () => undefined,
    ...settings,
  };
  const play = <T>(work: Promise<T>) => clock.during(work);
  const changeOf = (type: string, { id, state, inputs }: Change) => ({
    id,
    state: kept(type, state),
    inputs: declared(inputs, logicalName(type)),
  });
  return {
    context,
    /** Requests so far, repeated ones too. */
    sent: sent as readonly string[],
    /** The journal's row of a create with these inputs. */
    intentOf: (type: string, inputs: Props) =>
      intentOf(context, definitionOf(type), declared(inputs, logicalName(type))),
    ask: (question: Question<z.ZodObject>) => play(answerTo(context, question)),
    create: (type: string, inputs: Props) =>
      play(create(context, definitionOf(type), declared(inputs, logicalName(type)))),
    diff: async (type: string, change: Change) =>
      compare(context, definitionOf(type), changeOf(type, change)),
    update: (type: string, change: Change) =>
      play(update(context, definitionOf(type), changeOf(type, change))),
    read: (type: string, id: string, props: Props) =>
      play(read(context, definitionOf(type), { id, props: kept(type, props) })),
    get: (type: string, id: string) =>
      play(read(context, definitionOf(type), { id, props: { __lookup: true } })),
    remove: (type: string, id: string, state: Props) =>
      play(remove(context, definitionOf(type), { id, state: kept(type, state) })),
  };
}

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

const hereWorld = "api:https://console.example+https://api.example#";

interface Change {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

/** The logical names of these cases. */
function logicalName(type: string): string {
  return { "storage:Volume": "data", "network:LoadBalancer": "front" }[type] ?? "web";
}

function kept(type: string, state: Props): Props {
  return { __seenBy: "the key", __world: hereWorld, ...declared(state, logicalName(type)) };
}

const noSuchRoute: WireResponse = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "no such route",
};
