import type { Platform } from "../../../platform/index.ts";
import {
  containerBody,
  idOf,
  instanceBody,
  type newWorld,
  type Reply,
  type Send,
} from "../support.ts";

/** A question to a platform, and what it answers with each value of the choice, in their order. */
export interface ChoiceCase {
  ask(world: ReturnType<typeof newWorld>): Promise<unknown>;
  readonly answers: readonly unknown[];
}

export const poolVolume = { name: "data", config: { size: "1GiB" } };

/** The status of a create. */
export function creating(path: string, body: unknown, answers: readonly number[]): ChoiceCase {
  return { ask: async ({ send }) => (await send(`POST ${path}`, body)).status, answers };
}

export function container(change: object, answers: readonly number[]): ChoiceCase {
  return creating("/api/v1/instances", { ...containerBody(), ...change }, answers);
}

/** The status of a second action. */
export function acting(first: string, second: string, answers: readonly number[]): ChoiceCase {
  return {
    ask: async ({ send, clock }) => {
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      await send("POST /api/v1/instances/web/action", { action: first });
      return (await send("POST /api/v1/instances/web/action", { action: second })).status;
    },
    answers,
  };
}

export function alert(change: object, answers: readonly unknown[]): ChoiceCase {
  const rule = { name: "a", metric: "cpu_percent", condition: "gt", threshold: 1 };
  return {
    ask: async ({ send }) => {
      const body = { ...rule, channels: "email", ...change };
      const made = await send("POST /api/v1/monitoring/alerts", body);
      return [made.status, Object(made.body).channels];
    },
    answers,
  };
}

export async function snapshot(send: Send, name: string): Promise<Reply> {
  const instance_id = idOf(await send("POST /v1/instances", instanceBody()));
  const source = { type: "snapshot", instance_id, snapshot: name };
  return send("POST /v1/images", { name: "golden", source });
}

export function balancer({ rule = {} }: { rule?: object } = {}) {
  const http = { entry_protocol: "http", target_protocol: "http" };
  return {
    name: "front",
    region: "eu",
    forwarding_rules: [{ entry_port: 80, target_port: 8080, ...http, ...rule }],
    health_check: { protocol: "http", port: 80, interval: 1, timeout: 1, threshold: 1 },
    backend_instances: [],
  };
}

export async function statuses(of: readonly string[], ask: (one: string) => Promise<Reply>) {
  const found: number[] = [];
  for (const one of of) found.push((await ask(one)).status);
  return found;
}

export function twice<T>(value: T): readonly [T, T] {
  return [value, value];
}

export function raw(
  { platform }: { readonly platform: Platform },
  body: string | Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Response> {
  const headers = { authorization: `Bearer ${platform.rootKey}`, "content-type": contentType };
  const request = new Request("http://platform.test/v1/volumes", { method: "POST", headers, body });
  return platform.fetch(request);
}
