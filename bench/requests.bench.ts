import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { openPlatform, type Platform } from "../platform/index.ts";
import type { Bench, Figure } from "./figures.ts";
import { type Comparison, compare, ratioOf, summaryOf } from "./measure.ts";

const rounds = 31;
const requestsPerRound = 200;
const volumes = 50;
const url = "http://platform/v1/volumes";

type Answer = (request: Request) => Response | Promise<Response>;

/** A world of 50 volumes. */
interface Scene {
  readonly platform: Platform;
  readonly headers: Readonly<Record<string, string>>;
  /** One of the volumes. */
  readonly id: string;
}

/** Makes one request; `count` tells those of a round apart. */
type Make = (scene: Scene, count: number) => Request;

const traffic: Readonly<Record<string, Make>> = {
  [`GET the list of ${volumes} volumes`]: ({ headers }) => new Request(url, { headers }),
  "GET one volume": ({ headers, id }) => new Request(`${url}/${id}`, { headers }),
  "POST a volume": ({ headers }, count) => creation(headers, `new-${count}`),
};

export const requestsPerSecond: Bench = {
  name: "requests",
  title: "Requests in one process: a bare Hono app that answers the same JSON, and the platform",
  async run() {
    const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-bench-"));
    const platform = openPlatform({
      file: join(directory, "platform.db"),
      defaults: { ratePerMinute: null },
    });
    try {
      const figures: Figure[] = [];
      for (const [what, make] of Object.entries(traffic)) {
        figures.push(...figuresOf(what, await compareAnswers(platform, make)));
      }
      return figures;
    } finally {
      platform.close();
      rmSync(directory, { recursive: true });
    }
  },
};

async function compareAnswers(platform: Platform, make: Make): Promise<Comparison> {
  const bare = await bareApp(await freshScene(platform), make);
  return compare(
    rounds,
    async () => time((request) => bare.fetch(request), await freshScene(platform), make),
    async () => time((request) => platform.fetch(request), await freshScene(platform), make),
  );
}

/** Milliseconds until all requests of a round are answered, one after the other. */
async function time(answer: Answer, scene: Scene, make: Make): Promise<number> {
  const requests = Array.from({ length: requestsPerRound }, (_, count) => make(scene, count));
  const startedAt = performance.now();
  for (const request of requests) {
    const response = await answer(request);
    await response.text();
    if (!response.ok) throw new Error(`${request.method} was answered ${response.status}`);
  }
  return performance.now() - startedAt;
}

/** Reads a request's body as JSON and answers what the platform answers, and nothing else. */
async function bareApp(scene: Scene, make: Make): Promise<Hono> {
  const example = make(scene, 0);
  const response = await scene.platform.fetch(example);
  const body: unknown = await response.json();
  const path = example.url.endsWith(scene.id) ? "/v1/volumes/:id" : "/v1/volumes";
  return new Hono().on(example.method, path, async (context) => {
    if (example.method === "POST") await context.req.json();
    return Response.json(body, { status: response.status });
  });
}

async function freshScene(platform: Platform): Promise<Scene> {
  platform.reset();
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  for (let count = 0; count < volumes; count++) {
    await platform.fetch(creation(headers, `volume-${count}`));
  }
  const id = String(platform.snapshot().volume[0]?.["id"]);
  return { platform, headers, id };
}

function creation(headers: Scene["headers"], name: string): Request {
  const body = JSON.stringify({ name, region: "eu-1", size_gb: 10, filesystem: "ext4" });
  return new Request(url, { method: "POST", headers, body });
}

function figuresOf(what: string, comparison: Comparison): readonly Figure[] {
  return [
    { what: `${what}: Hono`, ...perSecond(comparison.base) },
    { what: `${what}: platform`, ...perSecond(comparison.ours) },
    { what: `${what}: time of platform / Hono`, ...ratioOf(comparison), unit: "times" },
  ];
}

function perSecond(milliseconds: readonly number[]): Pick<Figure, "value" | "best" | "unit"> {
  const { value, best } = summaryOf(milliseconds);
  const rate = (of: number) => (1000 * requestsPerRound) / of;
  return { value: rate(value), best: rate(best), unit: "per second" };
}
