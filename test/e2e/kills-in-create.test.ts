import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";

const web = 'new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });';
const job = 'new hosting.Container("job", { image: "debian/13" });';
/** Documented lists, assumed routes, and no name. */
const program = `
${web}
const job = ${job}
new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.Firewall("edge", { inbound: [], outbound: [] });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.AlertRule("later", {
  metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"],
}, { dependsOn: job });
`;

/** How the journal's statement starts right before a create is sent. */
const line =
  "INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type)";

function expectOneOfEach(mortal: MortalStack, count: number): void {
  expect(mortal.world()).toHaveLength(count);
  expect(mortal.state()).toEqual(mortal.world());
}

// They wait for the time after which lists show whatever arrived; they wait together.
describe.concurrent("a run that is killed while it creates", () => {
  it("with each object at another point: what landed is taken over, what did not is made once, and one without a name asks", async () => {
    await using mortal = await MortalStack.open(program);
    const { stack, platform } = mortal;
    platform.configure({ bootSeconds: 3600 });
    const lookedFor = () => {
      const calls = platform.requests().map(({ method, path }) => `${method} ${path}`);
      const made = calls.indexOf("POST /v1/instances");
      const isLook = (call: string) => /^GET \/v1\/instances\b/.test(call);
      expect(made >= 0 && calls.slice(made).some(isLook)).toBe(true);
    };
    const isWaitedFor = vi.waitFor(lookedFor, { timeout: 120_000, interval: 50 });
    const stops = Promise.all([
      mortal.stop({ requests: [/^POST \/api\/v1\/firewalls$/], at: "not applied" }),
      mortal.stop({
        requests: [/^POST \/api\/v1\/instances$/, /^POST \/v1\/floating-ips$/],
        at: "applied",
      }),
      mortal.stop({ requests: [/^POST \/api\/v1\/networks$/], at: "half answered" }),
      mortal.stop({ requests: [/^POST \/v1\/volumes$/], at: "applied" }),
      isWaitedFor,
    ]);
    await mortal.killedOnce(stops);
    expect(mortal.world()).toHaveLength(5);
    expect(mortal.state()).toEqual([]);
    mortal.creates();
    platform.clock.advance(3600);
    platform.configure({ bootSeconds: 1 });

    const { errors } = await stack.up({ fails: true }, "--continue-on-error");
    expect(errors.join("\n")).toContain('look in the console for a floating IP in region "eu-1"');
    expect(stack.resource("address").id).toMatch(/^unresolved-/);
    expect(mortal.creates()).toEqual(["POST /api/v1/firewalls", "POST /api/v1/monitoring/alerts"]);

    const [address] = platform.snapshot().floatingIp;
    stack.program(program.replace('"address", {', `"address", { adopt: "${address?.["id"]}",`));
    expect((await stack.up()).changes).toHaveProperty("address");
    expect(mortal.creates()).toEqual([]);
    expectOneOfEach(mortal, 7);
    expect((await stack.preview()).changes).toEqual({});
  });

  it("right after the journal has its line: it is sent once the request can no longer arrive", async () => {
    await using mortal = await MortalStack.open(job);
    await mortal.killedInside(`after 1 ${line}`);
    expect(mortal.creates()).toEqual([]);
    await mortal.stack.up();
    expect(mortal.creates()).toEqual(["POST /api/v1/instances"]);
    expectOneOfEach(mortal, 1);
  });

  it("before the engine has the ids: the next up takes the objects over", async () => {
    await using mortal = await MortalStack.open(`
${job}
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });`);
    await mortal.killedInside("before 3 Create");
    expect(mortal.creates()).toHaveLength(3);
    expect(mortal.state()).toEqual([]);
    await mortal.stack.up();
    expect(mortal.creates()).toEqual([]);
    expectOneOfEach(mortal, 3);
  });

  it("with its disk: what has a name is refused with the way out, a floating IP is made again", async () => {
    const named = `
new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.FloatingIp("address", { region: "eu-1" });
${job}`;
    await using mortal = await MortalStack.open(named);
    const { stack, platform } = mortal;
    const posts = [/^POST \/api\/v1\/\w+$/, /^POST \/api\/v1\/\w+$/, /^POST \/v1\/floating-ips$/];
    await mortal.killedOnce(mortal.stop({ requests: posts, at: "applied" }));
    rmSync(join(stack.directory, ".local", "state", "pulumi-hosting"), { recursive: true });

    // The engine begins nothing more once one has failed, and the two are refused side by side.
    const { errors } = await stack.up({ fails: true }, "--continue-on-error");
    expect(errors.filter((error) => error.includes("adopt"))).toHaveLength(2);
    // Nobody can distinguish the first one from someone else's: the guide explains it.
    expect(platform.snapshot().floatingIp).toHaveLength(2);

    const [{ name } = {}] = platform.snapshot().container;
    const [{ id } = {}] = platform.snapshot().network;
    stack.program(
      named
        .replace('"net", {', `"net", { adopt: "${id}",`)
        .replace('"job", {', `"job", { adopt: "${name}",`),
    );
    await stack.up();
    expect(mortal.state()).toHaveLength(3);
    expect(mortal.world()).toEqual(expect.arrayContaining([...mortal.state()]));
  });
});
