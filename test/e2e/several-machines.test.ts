import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres, type PostgresServer, postgresMissing } from "../support/postgres.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";
import { Team } from "../support/team.ts";

const missing = postgresMissing();
const minute = 60_000;
let server: PostgresServer;

beforeAll(async () => {
  if (missing === undefined) server = await openPostgres();
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** A database for a team, as the setting names it. */
function newDatabase(): Readonly<Record<string, string>> {
  const { PULUMI_BACKEND_URL: url = "" } = server.newPlace();
  return { HOSTING_COORDINATION: url };
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

describe.skipIf(missing !== undefined).concurrent("several machines with one key", () => {
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
      `;
      const requests = [
        /^POST \/api\/v1\/instances$/,
        /^POST \/v1\/volumes$/,
        /^POST \/v1\/floating-ips$/,
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
      const { container, volume, floatingIp } = team.platform.snapshot();
      expect([container.length, volume.length, floatingIp.length]).toEqual([1, 1, 1]);
    },
  );
});
