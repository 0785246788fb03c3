/** Fault cases of the way to the platform: connections, names, certificates, bodies, queues. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import { connect, createServer, type Server, type Socket } from "node:net";
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from "node:tls";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { container } from "../../resources/compute/container.ts";
import { network } from "../../resources/network/network.ts";
import { closedOrigin, listenRaw, originOf } from "../provider/http/transport/sockets.ts";
import { makeCertificate } from "../support/certificate.ts";
import { nextRun } from "../support/next-run.ts";
import { declared, errorOf } from "../support/session.ts";
import { type FaultWorld, openFaultWorld } from "./fault-world.ts";
import type { Answer } from "./script.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const post = "POST /api/v1/instances";
const web = declared({
  name: "web-1",
  type: "container",
  image: "debian/13",
  __generatedName: true,
});

function createWeb({ context, run }: FaultWorld, inputs = web) {
  return run(() => create(context, container, inputs));
}

function posts({ server }: FaultWorld): number {
  return server.arrived.filter((request) => request === post).length;
}

describe("before anything is sent", () => {
  test("T01 refused: a create is sent again until somebody listens, and arrives once", async () => {
    const origin = await closedOrigin();
    let target = "";
    const world = await openFaultWorld({}, (served) => {
      target = served;
      return origin;
    });
    const phases = watchAttempts(() => {
      if (phases.length === 1) relay(origin, target);
    });
    expect((await createWeb(world)).id).toBe("web-1");
    expect(phases.slice(0, 2)).toEqual(["unsent", "answered"]);
    expect(posts(world)).toBe(1);
  });

  test("T02 dns-flap: a name that is not found twice leaves nothing unresolved, and is tried again", async () => {
    const phases = watchAttempts();
    const world = await openFaultWorld({}, (origin) =>
      origin.replace("127.0.0.1", "flapping.test"),
    );
    lookUpAfterFailures(2);
    expect((await createWeb(world)).id).toBe("web-1");
    expect(phases.slice(0, 3)).toEqual(["unsent", "unsent", "answered"]);
    expect(posts(world)).toBe(1);
  });

  test("T03 tls-expired: fails at once, and the key is never sent", async () => {
    const day = 24 * 3600 * 1000;
    const { certificate, privateKey } = makeCertificate({
      domains: ["localhost"],
      notBefore: new Date(Date.now() - 2 * day),
      notAfter: new Date(Date.now() - day),
    });
    trust(certificate);
    const received: Buffer[] = [];
    let connections = 0;
    const server = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", (chunk: Buffer) => received.push(chunk));
    });
    server.on("connection", () => (connections += 1));
    closeAfterwards(server);
    const origin = await originOf(server, "https", "localhost");
    const world = await openFaultWorld({}, () => origin);
    const error = await errorOf(() => createWeb(world));
    expect(error.code).toBe("unsent");
    expect(error.message).toContain("the server's certificate has expired");
    expect(received).toEqual([]);
    expect(connections).toBe(1);
  });

  test("T09 proxy: none is used, whatever the environment says", async () => {
    const proxy = await listenRaw((socket) => socket.end("HTTP/1.1 502 No\r\n\r\n"));
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    for (const name of names.flatMap((upper) => [upper, upper.toLowerCase()])) {
      vi.stubEnv(name, proxy.origin);
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const world = await openFaultWorld();
    expect((await createWeb(world)).id).toBe("web-1");
    expect(proxy.connections()).toBe(0);
  });

  test("T10 abort-in-queue: what waits for its turn is never sent, and the turns go on", async () => {
    const world = await openFaultWorld();
    const { context, run, server } = world;
    const slow = { on: "GET /api/v1/networks", answer: "slow-headers", times: 8 } as const;
    server.script.push(slow);
    const call = (name: "list" | "create", milliseconds: number) => {
      const deadline = context.clock.now() + milliseconds;
      const body = { body: { name: "backend" } };
      const request = { deadline, ...(name === "create" ? body : {}) };
      return context.api.call(endpoints.network[name], request);
    };
    // As many as may be under way at once; the ninth runs out of time before the first ends.
    const busy = Array.from({ length: 8 }, () => errorOf(() => call("list", 60_000)));
    const late = errorOf(() => call("create", 30_000));
    const patient = call("list", 90_000);
    expect(await run(() => late)).toMatchObject({ code: "unsent" });
    await expect(run(() => patient)).resolves.toBeDefined();
    await run(() => Promise.all(busy));
    expect(server.arrived.filter((request) => request.startsWith("POST "))).toEqual([]);
  });

  test("T10 abort-in-queue: also when the process is to end", async () => {
    const { newProcess, run, server } = await openFaultWorld();
    const stopping = new AbortController();
    const context = newProcess(stopping.signal);
    server.script.push({ on: "GET /api/v1/networks", answer: "slow-headers", times: 8 });
    const deadline = context.clock.now() + 60_000;
    const busy = Array.from({ length: 8 }, () =>
      errorOf(() => context.api.call(endpoints.network.list, { deadline })),
    );
    const inputs = declared({ name: "backend", __generatedName: true });
    const waiting = errorOf(() => create(context, network, inputs));
    await vi.waitUntil(() => server.arrived.length === busy.length);
    stopping.abort();
    expect(await run(() => waiting)).toMatchObject({ code: "unsent" });
    await run(() => Promise.all(busy));
    expect(server.arrived).toEqual(new Array(8).fill("GET /api/v1/networks"));
  });
});

test("T04 stale-keepalive: connections that close while they are used double nothing", async () => {
  const rounds = 300;
  const { context, platform, run, server } = await openFaultWorld();
  const on = "POST /api/v1/networks";
  const closing = Array.from({ length: rounds }, (_, round) => {
    return { on, answer: { closedAfterTurns: round % 8 } };
  });
  server.script.push(...closing);
  const phases = watchAttempts();
  const names = closing.map((_, round) => `net-${round}`);
  const made: unknown[] = [];
  await run(async () => {
    for (const name of names) {
      const object = await create(
        context,
        network,
        declared({ name, __generatedName: true }, name),
      );
      made.push(...platform.snapshot().network.map((one) => one["name"]));
      // A list as long as a page of a list would prove nothing.
      await remove(nextRun(context), network, object);
    }
  });
  expect(server.accepted.filter((request) => request === on)).toHaveLength(rounds);
  // The race is run at all: some of the requests met a connection that was just closing.
  expect(phases).toContain("sent");
  expect(made).toEqual(names);
}, 60_000);

describe("an answer that does not end", () => {
  const cases: readonly { name: string; answer: Answer; id: RegExp }[] = [
    { name: "T05 slowloris-headers", answer: "slow-headers", id: /^unresolved-/ },
    { name: "T06 drip-body", answer: "drip-body", id: /^unresolved-/ },
    { name: "T07 oversize", answer: "endless-body", id: /^web-1$/ },
    { name: "T07 oversize: gzip bomb", answer: "gzip-bomb", id: /^web-1$/ },
    { name: "T07 oversize: gzip bomb in disguise", answer: "hidden-gzip-bomb", id: /^web-1$/ },
  ];

  test.each(cases)("$name: leaves a create unresolved, which is sent once", async (row) => {
    const world = await openFaultWorld();
    world.server.script.push({ on: post, answer: row.answer });
    const inputs = { ...web, timeouts: { create: 120 } };
    const { id } = await createWeb(world, inputs).catch((error: unknown) => Object(error));
    expect(id).toMatch(row.id);
    expect(posts(world)).toBe(1);
    expect(world.platform.snapshot().container).toHaveLength(1);
  });

  test.each(cases)("$name: fails a refresh, which changes nothing", async ({ answer }) => {
    const world = await openFaultWorld();
    const { newProcess, run, server } = world;
    const { id, state } = await createWeb(world);
    const before = server.sentBytes();
    server.script.push({ on: "GET /api/v1/instances", answer, times: 4 });
    const refresh = () => run(() => read(newProcess(), container, { id, props: state }));
    expect((await errorOf(refresh)).code).toBe("platform");
    // Four attempts, each of which ends at 8 MiB and what the system had buffered by then.
    expect(server.sentBytes() - before).toBeLessThan(4 * 24 * 1024 * 1024);
    server.script.length = 0;
    expect((await refresh()).id).toBe(id);
  });
});

/** How far attempts got, from now on. */
function watchAttempts(told: () => void = () => undefined): string[] {
  const phases: string[] = [];
  const listener = (message: unknown) => {
    phases.push(String(Object(message).phase));
    told();
  };
  subscribe("pulumi-hosting:attempt", listener);
  onTestFinished(() => void unsubscribe("pulumi-hosting:attempt", listener));
  return phases;
}

/** From now on whoever connects to `from` gets to `target`. */
function relay(from: string, target: string): void {
  const server = createServer((socket) => {
    const onwards = connect(Number(new URL(target).port), "127.0.0.1");
    for (const end of [socket, onwards]) end.on("error", () => end.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  closeAfterwards(server);
  server.listen(Number(new URL(from).port), "127.0.0.1");
}

/** Lets look-ups of host names fail a few times, and then find this machine. */
function lookUpAfterFailures(failures: number): void {
  let left = failures;
  vi.spyOn(dns, "lookup").mockImplementation((...given: unknown[]) => {
    const callback = given.at(-1);
    if (typeof callback !== "function") throw new Error("a look-up without a callback");
    left -= 1;
    const failure = Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    const found = [null, [{ address: "127.0.0.1", family: 4 }]];
    process.nextTick(() => callback(...(left < 0 ? found : [failure])));
  });
}

/** Makes a certificate one that this process trusts, as NODE_EXTRA_CA_CERTS does for a new one. */
function trust(certificate: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

function closeAfterwards(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}
