import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/operations.md"), "utf8");

/** The guide's program as a module, a container that is declared stopped, and a group, restarted by the same file. */
const program = `
import { InstanceGroup } from "pulumi-hosting/components";
import { readFileSync } from "node:fs";
import "./job.ts";
const restartTriggers = [readFileSync("shop.conf", "utf8")];
new hosting.Container("cold", {
  name: "cold", image: "debian/13", desiredState: "stopped", restartTriggers,
});
new InstanceGroup("web", {
  region: "eu-1", plan: "small", image: "debian/13", count: 3, strategy: "rolling", minHealthy: 2,
  healthProbe: { protocol: "http", port: 8080, path: "/healthz", interval: 0.1, attempts: 20 },
  restartTriggers,
});`;

it("a changed file restarts what runs, a group one by one; manual changes are reported and put back", async () => {
  await using stack = await openStack();
  writeFileSync(join(stack.directory, "job.ts"), programOfGuide());
  writeFileSync(join(stack.directory, "shop.conf"), "v1");
  stack.program(program);
  await stack.up();
  const job = actionOf(stack, "job");
  const cold = actionOf(stack, "cold");
  const web = [0, 1, 2].map((at) => actionOf(stack, `web-${at}`));
  // A create restarts nothing: the one action is the stop that is declared.
  expect(actionsOf(stack)).toEqual([cold]);

  writeFileSync(join(stack.directory, "shop.conf"), "v2");
  const { changes } = await stack.up();
  expect(changes).toEqual({
    ...{ job: "update", cold: "update" },
    ...{ "web-0": "update", "web-1": "update", "web-2": "update" },
    ...{ "web-0-healthy": "update", "web-1-healthy": "update", "web-2-healthy": "update" },
  });
  expectOneByOne(stack, web);
  expect(actionsOf(stack).toSorted()).toEqual([job, ...web].toSorted());
  expect(states(stack)).toEqual({ cold: "stopped", [idOf(stack, "job")]: "running" });

  // Both are done beside the program, which declares something of one of them.
  expect(await hosting(stack, `stop ${idOf(stack, "job")} --stack dev --yes`)).toEqual({
    code: 0,
    stderr: "",
  });
  expect(await hosting(stack, "start cold --stack dev")).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      /^warning: the stack "dev" declares desiredState "stopped" for cold: its next `pulumi up --refresh` puts that back\./,
    ),
  });
  expect(actionsOf(stack)).toEqual([job, cold]);
  writeFileSync(join(stack.directory, "shop.conf"), "v3");
  const { messages } = await stack.up({}, "--refresh");
  expect(messages).toContainEqual(
    expect.stringContaining("it is stopped, so it was not restarted"),
  );
  expect(actionsOf(stack).toSorted()).toEqual([cold, ...web].toSorted());
  expect(states(stack)).toEqual({ cold: "stopped", [idOf(stack, "job")]: "stopped" });
});

/** A stack with a machine of each class, a third instance behind a load balancer, and a power state of two of them. */
const sleeper = (power: "running" | "stopped") => `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.Instance("worker", {
  region: "eu-1", plan: "small", image: "debian/13", desiredState: "${power}",
});
new hosting.Server("db", { size: "small", desiredState: "${power}" });
new hosting.Container("job", { image: "debian/13" });
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [
    { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
  ],
  healthCheck: { protocol: "http", port: 8080, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web],
});`;

it("a program stops an instance and a server in place, and a whole stack sleeps at night", async () => {
  await using stack = await openStack();
  stack.program(sleeper("running"));
  await stack.up();
  stack.program(sleeper("stopped"));
  const { changes } = await stack.up();
  expect(changes).toEqual({ worker: "update", db: "update" });
  const action = (name: string) => actionOf(stack, name);
  expect(actionsOf(stack).toSorted()).toEqual([action("worker"), action("db")].toSorted());

  const listed = await runCli(["inventory", "--stack", "dev", "--json"], stack);
  const { machines } = JSON.parse(listed.stdout);
  const aliases = machines.map(({ alias }: { alias: string }) => alias);
  expect(aliases.toSorted()).toEqual(["db", "job", "web", "worker"]);
  const blocks = ["db", "job"].map((name) => Object(stack.resource(name).outputs["portBlock"]));
  expect(machines).toEqual(
    expect.arrayContaining(
      blocks.map(({ address, firstPort }) => expect.objectContaining({ address, port: firstPort })),
    ),
  );

  const { code, stderr } = await hosting(stack, "stop --all --stack dev --yes");
  expect(code).toBe(0);
  expect(stderr).toContain("(worker) is left alone: its program declares it stopped.");
  expect(actionsOf(stack)).toEqual([action("job"), action("web")]);
  expect((await hosting(stack, "start --all --stack dev")).code).toBe(0);
  expect(actionsOf(stack)).toEqual([action("web"), action("job")]);
  expect((await stack.up({}, "--refresh")).changes).toEqual({});
});

function programOfGuide(): string {
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks.find((block) => block.includes("shop.conf")) ?? "";
}

function idOf(stack: TestStack, name: string): string {
  return stack.resource(name).id;
}

function actionOf(stack: TestStack, name: string): string {
  const { id, type } = stack.resource(name);
  if (type.endsWith(":Server")) return `POST /api/v2/servers/${id}/action`;
  return `POST ${type.endsWith(":Container") ? "/api/v1" : "/v1"}/instances/${id}/action`;
}

/** Actions of machines since the last look. */
function actionsOf(stack: TestStack): readonly string[] {
  return stack.writes().filter((request) => request.includes("/action"));
}

function states({ platform }: TestStack) {
  const { container } = platform.snapshot();
  return Object.fromEntries(container.map(({ name, status }) => [name, status]));
}

/** Each has answered its gate before the next one is restarted. */
function expectOneByOne(stack: TestStack, actions: readonly string[]): void {
  const log = stack.platform.requests();
  const restartedAt = actions.map((action) =>
    Date.parse(log.findLast(({ method, path }) => `${method} ${path}` === action)?.time ?? ""),
  );
  const healthyAt = actions.map((_action, at) =>
    Date.parse(String(stack.resource(`web-${at}-healthy`).outputs["checkedAt"])),
  );
  const inOrder = restartedAt.flatMap((time, at) => [time, healthyAt[at] ?? Number.NaN]);
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
}

async function hosting({ directory, env }: TestStack, words: string) {
  const { code, stderr } = await runCli(words.split(" "), { directory, env });
  return { code, stderr: stderr.trim() };
}
