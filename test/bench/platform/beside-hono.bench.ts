import { join } from "node:path";
import { z } from "zod";
import type { Bench, Figure } from "../figures.ts";
import { type Comparison, compare, ratioOf, summaryOf } from "../measure.ts";
import { connect, fire, load, type Shot } from "./load.ts";
import { serveHono, servePlatform, withDirectory } from "./server.ts";

const rounds = 25;
/** Until the code of both is compiled for what it is asked. */
const roundsBefore = 3;
const requestsPerRound = 1_500;

/** Requests a second beside bare Hono, at least. */
const bounds = { GET: 0.4, POST: 0.2 };

const reservation: Shot = {
  method: "POST",
  path: "/v1/floating-ips",
  body: JSON.stringify({ region: "eu-1" }),
  status: 201,
};

export const besideHono: Bench = {
  name: "hono",
  title:
    "Requests a second over eight connections: bare Hono with the same checks, and the platform",
  run: () =>
    withDirectory(async (directory) => {
      const servers = [await serveHono(), await servePlatform(join(directory, "platform.db"))];
      const [hono, platform] = servers.map(connect);
      try {
        if (hono === undefined || platform === undefined) return [];
        return [
          ...figuresOf("GET an empty list", await beside(hono, platform, () => emptyList)),
          ...figuresOf("GET one object", await beside(hono, platform, lookAt)),
          ...figuresOf("POST a floating IP", await beside(hono, platform, () => reservation)),
        ];
      } finally {
        for (const pool of [hono, platform]) await pool?.close();
        for (const server of servers) await server.stop();
      }
    }),
};

const emptyList: Shot = { method: "GET", path: "/v1/volumes", status: 200 };

type Connected = ReturnType<typeof connect>;

async function lookAt(pool: Connected): Promise<Shot> {
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(await fire(pool, reservation)));
  return { method: "GET", path: `/v1/floating-ips/${id}`, status: 200 };
}

async function beside(
  hono: Connected,
  platform: Connected,
  shotFor: (pool: Connected) => Shot | Promise<Shot>,
): Promise<Comparison> {
  const [bare, ours] = [await shotFor(hono), await shotFor(platform)];
  const sides = [
    () => load(hono, bare, requestsPerRound),
    () => load(platform, ours, requestsPerRound),
  ] as const;
  await compare(roundsBefore, ...sides);
  return compare(rounds, ...sides);
}

function figuresOf(what: keyof typeof boundOf, comparison: Comparison): readonly Figure[] {
  const { value, best } = ratioOf(comparison);
  return [
    { what: `${what}: Hono`, ...perSecond(comparison.base) },
    { what: `${what}: platform`, ...perSecond(comparison.ours) },
    {
      what: `${what}: platform / Hono`,
      ...{ value: 1 / value, best: 1 / best },
      unit: "times",
      least: boundOf[what],
    },
  ];
}

const boundOf = {
  "GET an empty list": bounds.GET,
  "GET one object": bounds.GET,
  "POST a floating IP": bounds.POST,
};

function perSecond(milliseconds: readonly number[]): Pick<Figure, "value" | "best" | "unit"> {
  const { value, best } = summaryOf(milliseconds);
  const rate = (of: number) => (1000 * requestsPerRound) / of;
  return { value: rate(value), best: rate(best), unit: "per second" };
}
