import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openPostgres, type PostgresServer } from "../support/postgres.ts";
import { openRelay } from "../support/relay.ts";
import { postgres, titleOn } from "../support/shared-backend.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { createsOn } from "../support/stack-kill.ts";
import { servePlatform } from "../support/stack-server.ts";
import { Team } from "../support/team.ts";

const minute = 60_000;
const { key: _key, ...pem } = makeCertificate({ domains: ["shop.example"] });
let server: PostgresServer;

/** A database for a team, as the setting names it. */
function newDatabase(of = server, port = of.port): Readonly<Record<string, string>> {
  const { PULUMI_BACKEND_URL: url = "" } = of.newPlace();
  return { HOSTING_COORDINATION: url.replace(`:${of.port}/`, `:${port}/`) };
}

/** Machines with one key: each has a HOME and a state directory of its own. */
async function machines(count: number, env: Readonly<Record<string, string>>) {
  const stacks: TestStack[] = [];
  for (let at = 0; at < count; at += 1) stacks.push(await openStack({ env }));
  return stacks;
}

/** Two minutes after what happened until now. */
async function later(connectionString: string | undefined): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`UPDATE pulumi_hosting.runs SET renewed_at = renewed_at - interval '2 min';
    UPDATE pulumi_hosting.creates SET noted_at = noted_at - interval '2 min'`);
  await client.end();
}

/** Containers that are made one after the other. */
function chain(count: number, inputs = ""): string {
  return `let last;
    for (let at = 0; at < ${count}; at += 1)
      last = new hosting.Container("c" + at, { image: "debian/13"${inputs} }, { dependsOn: last ? [last] : [] });`;
}

const create = "POST /api/v1/instances";

/** A run whose database stops while its first container is created. */
async function stoppedDuringCreate(team: Team, database: PostgresServer) {
  const machine = await team.machine();
  const stopped = team.stop({ requests: [/^POST \/api\/v1\/instances$/], at: "applied" });
  const run = machine.start("up");
  const { release } = await stopped;
  database.stop();
  await release();
  return run;
}

const suite = `several machines with one key, ${titleOn(postgres)}`;

describe.skipIf(postgres.missing !== undefined).concurrent(suite, () => {
  beforeAll(async () => {
    server = await openPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each(["fixed", "sliding"] as const)(
    "four with 20 containers each are never refused: %s minutes",
    { timeout: 600_000 },
    async (rateWindow) => {
      await using first = await openStack();
      await using served = await servePlatform(first.platform);
      const env = { ...served.env, ...newDatabase(), PULUMI_PARALLEL: "16" };
      Object.assign(first.env, env);
      const stacks = [first, ...(await machines(3, env))];
      stacks.forEach((stack, at) => {
        stack.program(
          `for (let at = 0; at < 20; at += 1) new hosting.Container("m${at}-" + at, { image: "debian/13" });`,
        );
      });
      first.platform.configure({ ratePerMinute: 60, rateWindow });
      first.platform.requests();
      await Promise.all(stacks.map((stack) => stack.up()));
      const requests = first.platform.requests();
      expect(requests.filter(({ status }) => status === 429)).toEqual([]);
      expect(first.platform.snapshot().container).toHaveLength(80);
      const counted = requests
        .filter(({ path }) => path.startsWith("/api/v1/"))
        .map(({ time }) => Date.parse(time))
        .sort((one, other) => one - other);
      counted.forEach((at, index) => {
        const later = counted[index + 60];
        if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(minute - 50);
      });
      for (const stack of stacks.slice(1)) await stack[Symbol.asyncDispose]();
    },
  );

  it.each(["applied", "half answered"] as const)(
    "one is lost with its disk while its creates are %s: nothing is created twice, and the next machine ends them",
    { timeout: 900_000 },
    async (at) => {
      const program = (adopted: string) => `
        new hosting.Container("job", { image: "debian/13" });
        new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
        new hosting.FloatingIp("address", { region: "eu-1"${adopted} });
        new hosting.Certificate("tls", ${JSON.stringify(pem)});
      `;
      const requests = [
        /^POST \/api\/v1\/instances$/,
        /^POST \/v1\/volumes$/,
        /^POST \/v1\/floating-ips$/,
        /^POST \/v1\/certificates$/,
      ];
      const settings = { ...server.newPlace(), ...newDatabase() };
      await using team = await Team.open(settings, program(""));
      await team.loses(team.stop({ requests, at }));
      const next = await team.nextMachine();
      const early = await next.start("up").ended;
      expect(early.output).toMatch(/a run on .* has been creating it since .* UTC/);
      await later(settings["HOSTING_COORDINATION"]);
      const { output } = await next.start("up").ended;
      // Nothing tells an address without a name from another one.
      expect(output).toMatch(/floating IP "address".* may exist.*adopt/);
      const [address] = team.platform.snapshot().floatingIp;
      next.program(program(`, adopt: "${address?.["id"]}"`));
      await next.up();
      expect(team.state()).toEqual(team.world());
      const { container, volume, floatingIp, certificate } = team.platform.snapshot();
      const made = [container, volume, floatingIp, certificate].map(({ length }) => length);
      expect(made).toEqual([1, 1, 1, 1]);
    },
  );

  it.each(["stopped", "refusing"] as const)(
    "a database that is %s when a run begins is one clear line, and nothing is sent",
    async (how) => {
      await using own = await openPostgres();
      await using relay = await openRelay(own.port);
      await using stack = await openStack();
      await using served = await servePlatform(stack.platform);
      const port = how === "stopped" ? own.port : relay.port;
      Object.assign(stack.env, served.env, newDatabase(own, port));
      stack.program(chain(1));
      stack.platform.requests();
      if (how === "stopped") own.stop();
      relay.isRefusing = how === "refusing";
      const { code, output } = await stack.start("up").ended;
      expect(code).not.toBe(0);
      const said = output.match(/Nothing was sent: .*/g) ?? [];
      // The engine shows an error at its resource, and again at the end.
      expect(new Set(said.map((line) => line.trim())).size).toBe(1);
      expect(said[0]).toMatch(
        new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached .*Start it.* again\\.`),
      );
      expect(createsOn(stack)).toEqual([]);
      if (how === "stopped") own.start();
      relay.isRefusing = false;
      await stack.up();
      expect(createsOn(stack)).toEqual([create]);
    },
  );

  it("a database that stops in the middle of a run and is back soon is waited for", async () => {
    await using database = await openPostgres();
    await using team = await Team.open(
      { ...server.newPlace(), ...newDatabase(database) },
      chain(3),
    );
    const run = await stoppedDuringCreate(team, database);
    // The engine has the first container, and the second one waits for its line.
    await expect.poll(() => team.platform.snapshot().container.length).toBe(1);
    database.start();
    const { code, output } = await run.ended;
    expect(output).not.toContain("error:");
    expect(code).toBe(0);
    expect(team.creates()).toEqual([create, create, create]);
  });

  it("a database that stays away ends the run with one clear error, and the next run ends its creates", async () => {
    await using database = await openPostgres();
    const program = chain(2, ', timeouts: { create: "20s" }');
    await using team = await Team.open({ ...server.newPlace(), ...newDatabase(database) }, program);
    const run = await stoppedDuringCreate(team, database);
    const { code, output } = await run.ended;
    expect(code).not.toBe(0);
    expect(output).toMatch(/Nothing was sent: the database .* cannot be reached/);
    expect(team.platform.snapshot().container).toHaveLength(1);
    database.start();
    await (await team.machine()).up();
    expect(team.creates()).toEqual([create, create]);
    expect(team.state()).toEqual(team.world());
  });

  it("a database that takes two seconds for each answer holds a run up, and no more", async () => {
    await using relay = await openRelay(server.port);
    await using stack = await openStack();
    await using served = await servePlatform(stack.platform);
    Object.assign(stack.env, served.env, newDatabase(server, relay.port));
    stack.program(chain(2));
    relay.delayMs = 2_000;
    await stack.up();
    expect(createsOn(stack)).toEqual([create, create]);
  });
});
