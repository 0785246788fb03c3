import { expect, test } from "vitest";
import { containerBody, idOf, instanceBody, sender, volumeBody } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { exported, newAccount } from "../doctor/account.ts";

/** A stack with a machine of each class, one of them behind a load balancer, and one that is declared stopped. */
async function opened({ besides = [] }: { besides?: readonly object[] } = {}) {
  const account = await newAccount();
  const { answer, directory, env, platform } = account;
  platform.configure({ bootSeconds: 0, stopSeconds: 0 });
  answer("config", "{}");
  const send = sender(platform);
  const made = async (route: string, body: unknown) => idOf(await send(`POST ${route}`, body));
  const web = await made("/v1/instances", instanceBody("web"));
  const db = await made("/api/v2/servers", { name: "db", size: "small" });
  await send("POST /api/v1/instances", containerBody("job"));
  await send("POST /api/v1/instances", containerBody("cold"));
  await send("POST /api/v1/instances/cold/action", { action: "stop" });
  const volume = await made("/v1/volumes", { ...volumeBody("data"), region: "eu" });
  const address = await made("/v1/floating-ips", { region: "eu" });
  answer(
    "stack-export",
    exported([
      resource("compute:Instance", "web", web),
      resource("compute:Server", "db", db, { size: "small" }),
      resource("compute:Container", "job", "job"),
      resource("compute:Container", "cold", "cold", { desiredState: "stopped" }),
      resource("storage:Volume", "data", volume, { sizeGb: 30 }),
      resource("network:FloatingIp", "front", address, { region: "eu" }),
      resource("network:FloatingIpAssignment", "to-web", address, {
        floatingIpId: address,
        instanceId: web,
      }),
      resource("network:LoadBalancer", "balancer", "lb-1", { backendInstances: [web] }),
      ...besides,
    ]),
  );
  const run = async (words: string) => {
    const before = platform.requests().at(-1)?.seq ?? 0;
    const { code, stdout, stderr } = await runCli(words.split(" "), { directory, env });
    const sent = platform
      .requests()
      .filter(({ seq, method }) => seq > before && method !== "GET")
      .map(({ path }) => path.split("/").at(-2));
    return { code, stdout, stderr, sent };
  };
  return { ...{ web, db, send }, run };
}

function resource(type: string, name: string, id: string, inputs: object = {}) {
  const token = `pulumi-nodejs:dynamic/hosting/${type}`;
  return { urn: `urn:pulumi:dev::shop::${token}::${name}`, type: token, id, inputs, outputs: {} };
}

test("all are stopped and started, what is behind a load balancer last and first, and what is declared stopped is left", async () => {
  const { db, run, web } = await opened();
  const stop = await run("stop --all --stack dev --yes");
  expect({ ...stop, sent: [...stop.sent].sort() }).toMatchObject({
    ...{ code: 0, stdout: '3 of 3 machines of the stack "dev" are stopped.\n' },
    sent: [db, "job", web].toSorted(),
  });
  expect(stop.sent.at(-1)).toBe(web);
  expect(stop.stderr).toContain("container cold is left alone: its program declares it stopped.\n");
  const start = await run("start --all --stack dev --json");
  expect(start.sent[0]).toBe(web);
  expect(JSON.parse(start.stdout)).toEqual({
    ...{ action: "start", stack: "dev", isSent: true },
    machines: [
      { class: "Instance", id: web, name: "web", status: "running" },
      { class: "Server", id: db, name: "db", status: "running" },
      { class: "Container", id: "job", name: "job", status: "running" },
    ],
    leftAlone: [
      { class: "Container", id: "cold", name: "cold", why: "its program declares it stopped" },
    ],
  });
  expect((await run("start --all --stack dev")).stdout).toBe(
    '3 of 3 machines of the stack "dev" are running already; nothing was sent.\n',
  );
});

test("a stop says what goes on to be billed, before it asks", async () => {
  const { run } = await opened();
  const { code, stderr, sent } = await run("stop --all --stack dev");
  expect({ code, sent }).toEqual({ code: 1, sent: [] });
  expect(stderr.split("\n")).toEqual([
    "container cold is left alone: its program declares it stopped.",
    "What stopping does not save, by the API's prices and your own: at least $5.00 a month, $2.00 of it only while they are stopped.",
    "  1 instance: price not known",
    "  1 server: price not known",
    "  2 containers: price not known",
    "  1 volume: $3.00 a month",
    "  1 floating IP: $2.00 a month, because each costs $2.00 unless its machine runs",
    "  1 load balancer: $0.00 a month; outbound traffic beyond 5 TB is paid",
    "Whether a stopped machine costs less than one that runs is not shown (API 8).",
    'Nothing was done: Stop 3 machines of the stack "dev": web, db, job? No terminal is there to answer; add --yes to confirm.',
    "",
  ]);
});

test("one that fails is named, and keeps no other from being tried", async () => {
  const gone = resource("compute:Server", "gone", "srv_gone");
  const { run, send } = await opened({ besides: [gone] });
  await send("POST /api/v1/instances/job/action", { action: "freeze" });
  const { code, stdout, stderr } = await run("stop --all --stack dev --yes --json");
  const { machines } = JSON.parse(stdout);
  const states = machines.map((one: { name: string; status: unknown; error?: string }) => [
    one.name,
    one.status,
    one.error === undefined,
  ]);
  expect({ code, states }).toEqual({
    code: 1,
    states: [
      ["db", "stopped", true],
      ["job", null, false],
      ["gone", null, false],
      ["web", "stopped", true],
    ],
  });
  expect(stderr).toMatch(/^container "job": .*it is frozen.*run this command again\.$/m);
  expect(stderr).toContain(
    '2 of 4 machines of the stack "dev" failed and may not be stopped: Container:job, Server:srv_gone.',
  );
});

test.each([
  ["stop", "name a machine, or give --all, and not both"],
  ["stop web --all --stack dev", "name a machine, or give --all, and not both"],
  ["start --all", "Add --stack <stack>"],
])("nothing is done by `%s`", async (words, why) => {
  const { run } = await opened();
  const { code, stderr, sent } = await run(words);
  expect({ code, stderr, sent }).toEqual({
    ...{ code: 1, sent: [] },
    stderr: expect.stringContaining(why),
  });
});
