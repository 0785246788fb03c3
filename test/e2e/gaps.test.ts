import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const volume = 'new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });';

it("without assumed routes a volume is kept by refresh and left to be deleted by hand", async () => {
  await using stack = await openStack();
  stack.platform.configure({ routes: "documented" });
  stack.program(volume);
  const a = await stack.up();
  console.log(a.output);
  expect(a.messages).toEqual([]);
  const before = stack.state();
  const refreshed = await stack.refresh();
  console.log(refreshed.output);
  expect(stack.state()).toEqual(before);
  const { errors, output } = await stack.destroy({ fails: true });
  console.log(output);
  expect(stack.resource("data").id).toBe(before.find(({ name }) => name === "data")?.id);
});

it("HOSTING_ASSUMED_ROUTES=never", async () => {
  await using stack = await openStack();
  stack.env["HOSTING_ASSUMED_ROUTES"] = "never";
  stack.program(volume);
  const a = await stack.up();
  console.log(a.output);
  expect(stack.requests()).toEqual(["POST /v1/volumes"]);
  const refreshed = await stack.refresh();
  console.log(refreshed.output);
  const { errors, output } = await stack.destroy({ fails: true });
  console.log(output);
  expect(stack.requests()).toEqual([]);
});

function balanced(algorithm: string): string {
  return `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.LoadBalancer("front", {
  region: "eu-1",
  algorithm: "${algorithm}",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web.id],
});
`;
}

it("a load balancer that no route updates is found out by the first up and replaced by the second", async () => {
  await using stack = await openStack();
  stack.platform.configure({ routes: "documented" });
  stack.program(balanced("round_robin"));
  const { output } = await stack.up();
  console.log(output);
  stack.requests();

  stack.program(balanced("ip_hash"));
  expect((await stack.preview()).changes).toEqual({ front: "update" });
  const f = await stack.up({ fails: true });
  console.log(f.output);
  console.log(stack.writes());
  const p = await stack.preview();
  console.log(p.output, p.changes);
  const u = await stack.up({ fails: true });
  console.log(u.output);
  console.log(stack.writes());
  console.log(stack.platform.snapshot().loadBalancer);
});
