import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { HostingError } from "../../../provider/errors.ts";
import { type ApiOptions, type AttemptRecord, createApi } from "../../../provider/http/api.ts";
import { createRateLimiter } from "../../../provider/http/rate-limit/rate-limiter.ts";
import {
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../../provider/http/transport/transport.ts";
import { ApiKey } from "../../../provider/http/wire/api-key.ts";
import { errorOf } from "../../support/session.ts";
import { FakeClock } from "./fake-clock.ts";

const secret = "hk_0123456789abcdefWXYZ";
const { container, portForward, volume } = endpoints;

type Reply = WireResponse | Error;

const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
const unsent = new TransportFailure("unsent", "the connection was refused");
const lost = new TransportFailure("sent", "the connection was reset");

function world(replies: readonly Reply[], options: Partial<ApiOptions> = {}) {
  const clock = new FakeClock();
  const requests: WireRequest[] = [];
  const log: AttemptRecord[] = [];
  const rest = [...replies];
  const transport = {
    async send(request: WireRequest) {
      requests.push(request);
      await clock.sleep(20);
      const reply = rest.shift() ?? new Error("no more replies");
      if (reply instanceof Error) throw reply;
      return reply;
    },
    close: () => Promise.resolve(),
  };
  const api = createApi({
    transport,
    clock,
    apiKey: new ApiKey(secret, "HOSTING_API_KEY"),
    limiter: createRateLimiter({ clock, random: () => 0 }),
    random: () => 1,
    log: (attempt) => void log.push(attempt),
    ...options,
  });
  return { api, clock, requests, log, start: clock.now(), deadline: clock.now() + 60_000 };
}

describe("a request", () => {
  test("carries route, body, key and fixed headers", async () => {
    const { api, clock, requests, deadline } = world([json(201, { id: "vol_1" })]);
    const body = { name: "data", size_gb: 10 };
    await expect(clock.during(api.call(volume.create, { body, deadline }))).resolves.toEqual({
      id: "vol_1",
    });
    expect(requests).toMatchObject([
      {
        method: "POST",
        prefix: "/v1",
        target: "/v1/volumes",
        body: '{"name":"data","size_gb":10}',
        headers: {
          authorization: `Bearer ${secret}`,
          accept: "application/json",
          "accept-encoding": "identity",
          "content-type": "application/json",
          "user-agent": "pulumi-hosting",
        },
      },
    ]);
  });

  test("without a body has no content type", async () => {
    const { api, clock, requests, deadline } = world([json(200, [])]);
    await clock.during(api.call(container.list, { deadline }));
    expect(requests[0]).not.toHaveProperty("body");
    expect(requests[0]?.headers).not.toHaveProperty("content-type");
  });

  test("fills path and query, and refuses what is no path segment", async () => {
    const { api, clock, requests, deadline } = world([json(200, null)]);
    const query = { protocol: "tcp", public_port: 8080 };
    await clock.during(api.call(portForward.delete, { params: { name: "web" }, query, deadline }));
    expect(requests[0]?.target).toBe("/api/v1/instances/web/ports?protocol=tcp&public_port=8080");
    const error = await errorOf(() =>
      api.call(container.get, { params: { name: ".." }, deadline }),
    );
    expect(error.code).toBe("input");
    expect(requests).toHaveLength(1);
  });

  test("is ended at its deadline", async () => {
    const clock = new FakeClock();
    const transport = {
      send: ({ signal }: WireRequest) =>
        new Promise<WireResponse>((_resolve, reject) => {
          signal.addEventListener("abort", () =>
            reject(new TransportFailure("sent", "the operation's time was over")),
          );
        }),
      close: () => Promise.resolve(),
    };
    const { api } = world([], { clock, transport, limiter: createRateLimiter({ clock }) });
    const call = api.call(container.list, { deadline: clock.now() + 5000 });
    expect((await errorOf(() => clock.during(call))).code).toBe("platform");
    expect(clock.now() - world([]).start).toBe(5000);
  });
});

describe("repeating", () => {
  test("a read is sent again after lost answers and server faults, with growing waits", async () => {
    const { api, clock, log, start, deadline } = world([
      lost,
      json(503, {}),
      unsent,
      json(200, []),
    ]);
    await expect(clock.during(api.call(container.list, { deadline }))).resolves.toEqual([]);
    expect(log.map(({ phase, status, attempt }) => [phase, status, attempt])).toEqual([
      ["sent", undefined, 1],
      ["answered", 503, 2],
      ["unsent", undefined, 3],
      ["answered", 200, 4],
    ]);
    expect(clock.now() - start).toBe(4 * 20 + 250 + 500 + 1000);
  });

  test("a read gives up after three repeats", async () => {
    const { api, clock, requests, deadline } = world([lost, lost, lost, lost, lost]);
    const error = await errorOf(() => clock.during(api.call(container.list, { deadline })));
    expect(error.code).toBe("platform");
    expect(requests).toHaveLength(4);
  });

  test("a write that never left is sent again", async () => {
    const { api, clock, requests, deadline } = world([unsent, unsent, json(201, { id: "vol_1" })]);
    await clock.during(api.call(volume.create, { body: {}, deadline }));
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["POST", "lost", volume.create, lost],
    ["DELETE", "lost", container.delete, lost],
    ["POST", "502", volume.create, json(502, {})],
    ["DELETE", "502", container.delete, json(502, {})],
  ] as const)("a %s is never sent again after: %s", async (_method, _name, endpoint, reply) => {
    const { api, clock, requests, deadline } = world([reply, json(200, {})]);
    const params = { name: "web" };
    const error = await errorOf(() => clock.during(api.call(endpoint, { params, deadline })));
    expect(error.code).toBe("unknownOutcome");
    expect(error.doubt).toEqual({ applied: false, settlesInMs: reply === lost ? 15_000 : 90_000 });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["lost", lost],
    ["502", json(502, {})],
  ])("a PATCH, which sets a state, is sent again after: %s", async (_name, reply) => {
    const { api, clock, requests, deadline } = world([reply, json(200, {})]);
    const params = { volume_id: "vol_1" };
    expect(await clock.during(api.call(volume.update, { params, deadline }))).toEqual({});
    expect(requests).toHaveLength(2);
  });

  test("what waits in the queue is stopped with the process, what has left is not", async () => {
    const stop = new AbortController();
    const replies = Array.from({ length: 8 }, () => json(200, []));
    const { api, clock, requests, deadline } = world(replies, { stopping: stop.signal });
    const calls = Array.from({ length: 9 }, () => api.call(container.list, { deadline }));
    const ends = Promise.allSettled(calls);
    await clock.runUntil(clock.now());
    stop.abort();
    const outcomes = (await clock.during(ends)).map(({ status }) => status);
    expect(outcomes).toEqual([...new Array(8).fill("fulfilled"), "rejected"]);
    expect(requests).toHaveLength(8);
  });

  test("each send is announced before it leaves, and stopped by an error", async () => {
    const { api, clock, requests, deadline } = world([unsent, json(201, { id: "vol_1" })]);
    const seen: number[] = [];
    const sending = async () => void seen.push(requests.length);
    await clock.during(api.call(volume.create, { body: {}, deadline, sending }));
    expect(seen).toEqual([0, 1]);
    const refuse = async () => {
      throw new HostingError("unsent", "Another run is at it.");
    };
    const call = api.call(volume.create, { body: {}, deadline, sending: refuse });
    expect((await errorOf(() => clock.during(call))).message).toBe("Another run is at it.");
    expect(requests).toHaveLength(2);
  });

  test("stops where the next wait would pass the deadline", async () => {
    const { api, clock, requests, start } = world([unsent, unsent]);
    const call = api.call(volume.create, { body: {}, deadline: start + 600 });
    expect((await errorOf(() => clock.during(call))).code).toBe("unsent");
    expect(requests).toHaveLength(2);
    expect(clock.now()).toBeLessThan(start + 600);
  });

  test("a write refused with 429 is sent again after the pause", async () => {
    const { api, clock, log, deadline } = world([
      json(429, { error: "Too many" }, { "retry-after": "7" }),
      json(201, { id: "vol_1" }),
    ]);
    await clock.during(api.call(volume.create, { body: {}, deadline }));
    expect(log.map(({ status, waitMs, attempt }) => [status, waitMs, attempt])).toEqual([
      [429, 0, 1],
      [201, 7000, 2],
    ]);
  });
});

describe("the log", () => {
  test("has the platform's own id of a request, of each attempt its own", async () => {
    const { api, clock, log, deadline } = world([
      json(503, {}, { "x-request-id": "req_1" }),
      json(200, [], { "x-request-id": "req_2" }),
    ]);
    await clock.during(api.call(container.list, { deadline }));
    expect(log.map(({ attempt, requestId }) => [attempt, requestId])).toEqual([
      [1, "req_1"],
      [2, "req_2"],
    ]);
  });

  test("is also a diagnostics channel, one message per attempt", async () => {
    const told: unknown[] = [];
    const listener = (message: unknown) => void told.push(message);
    subscribe("pulumi-hosting:attempt", listener);
    onTestFinished(() => void unsubscribe("pulumi-hosting:attempt", listener));
    const { api, clock, log, deadline } = world([unsent, json(201, { id: "vol_canary" })]);
    const params = { name: "web-canary" };
    await clock.during(
      api.call(portForward.create, { params, query: { q: "canary" }, body: ["canary"], deadline }),
    );
    const common = { method: "POST", path: "/api/v1/instances/{name}/ports", ms: 20, waitMs: 0 };
    expect(told).toEqual([
      { ...common, phase: "unsent", attempt: 1 },
      { ...common, phase: "answered", status: 201, attempt: 2 },
    ]);
    expect(log).toEqual(told);
    expect(JSON.stringify(told)).not.toMatch(/canary|hk_/);
  });

  test("that fails loses no answer", async () => {
    const log = () => {
      throw new Error("disk full");
    };
    const { api, clock, deadline } = world([json(201, { id: "vol_1" })], { log });
    const call = clock.during(api.call(volume.create, { body: {}, deadline }));
    await expect(call).resolves.toEqual({ id: "vol_1" });
  });

  test("is not needed", async () => {
    const clock = new FakeClock();
    const transport = { send: async () => json(200, []), close: () => Promise.resolve() };
    const apiKey = new ApiKey(secret, "HOSTING_API_KEY");
    const api = createApi({ transport, apiKey, clock, limiter: createRateLimiter({ clock }) });
    await expect(
      clock.during(api.call(container.list, { deadline: clock.now() + 1000 })),
    ).resolves.toEqual([]);
  });
});

test("an error of ours that a transport throws is passed on", async () => {
  const own = new HostingError("settings", "The embedded file was not opened.");
  const { api, clock, deadline } = world([own]);
  expect(await errorOf(() => clock.during(api.call(container.list, { deadline })))).toBe(own);
});

describe("an object that is busy", () => {
  const busy = json(409, { error: "Droplet already has a pending event." });
  const attached = json(200, { id: "vol_1" });
  const attach = (deadlineIn: number, refusals: number) => {
    const { api, clock, requests, start } = world([...Array(refusals).fill(busy), attached]);
    const shown: [seconds: number, words: string][] = [];
    const call = api.call(volume.attach, {
      params: { volume_id: "vol_1" },
      body: { instance_id: "inst_1" },
      deadline: start + deadlineIn * 1000,
      waiting: (words) => shown.push([Math.round((clock.now() - start) / 1000), words]),
    });
    return {
      answer: clock.during(call),
      shown,
      requests,
      seconds: () => (clock.now() - start) / 1000,
    };
  };

  test("is asked again for more than a minute, and after 10 s a person is shown why", async () => {
    const { answer, shown, requests } = attach(300, 11);
    await expect(answer).resolves.toEqual({ id: "vol_1" });
    expect(requests).toHaveLength(12);
    const words = "Droplet already has a pending event";
    expect(shown.map(([seconds]) => seconds)).toEqual([10, 18, 26, 34, 42, 50, 58]);
    expect(new Set(shown.map(([, said]) => said))).toEqual(new Set([words]));
  });

  test.each([
    ["after more than a minute", 300, 74],
    ["before its deadline", 20, 18],
  ])("is given up %s", async (_when, deadlineIn, givenUpAfter) => {
    const { answer, seconds } = attach(deadlineIn, 20);
    const error = await errorOf(() => answer);
    expect(Math.floor(seconds())).toBe(givenUpAfter);
    expect([error.code, error.status]).toEqual(["refused", 409]);
    expect(error.reason).toBe("Droplet already has a pending event");
  });
});
