import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const volume = 'new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });';

it.each(["the platform has", "HOSTING_ASSUMED_ROUTES=never allows"])(
  "where %s documented routes only, refresh keeps a volume and destroy says what to do by hand",
  async (who) => {
    await using stack = await openStack();
    if (who === "the platform has") stack.platform.configure({ routes: "documented" });
    else stack.env["HOSTING_ASSUMED_ROUTES"] = "never";
    stack.program(volume);
    expect((await stack.up()).messages).toEqual([]);
    const before = stack.state();
    const { id } = stack.resource("data");

    const refreshed = await stack.refresh();
    expect(refreshed.messages).toEqual([
      "the state of each volume is kept as it is, because the platform offers no way to read a volume; for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>.",
    ]);
    expect(stack.state()).toEqual(before);

    const { errors } = await stack.destroy({ fails: true });
    expect(errors).toContain(
      `volume "data" (${id}) was not deleted: the platform offers no way to delete a volume. Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=Volume:${id}.`,
    );
    expect(stack.resource("data").id).toBe(id);

    stack.env["HOSTING_DELETED_BY_HAND"] = id;
    await stack.destroy();
    expect(stack.state().map(({ name }) => name)).not.toContain("data");
  },
);

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

it("that no route updates a load balancer is found out by one up, and the next one replaces it", async () => {
  await using stack = await openStack();
  stack.program(balanced("round_robin"));
  await stack.up();
  const path = `/v1/load-balancers/${stack.resource("front").id}`;
  stack.requests();

  const noRoute = { status: 404, contentType: "text/plain", body: "no such route" };
  stack.platform.faults.add({ method: "PATCH", path, ...noRoute });
  stack.program(balanced("ip_hash"));
  expect((await stack.preview()).changes).toEqual({ front: "update" });
  const { errors } = await stack.up({ fails: true });
  expect(errors.join()).toContain(
    'load balancer "front" was not changed: the platform offers no way to update it. Run `pulumi up` again: it will be replaced.',
  );
  expect(stack.writes()).toEqual([`PATCH ${path} 404`]);

  const preview = await stack.preview();
  expect(preview).toMatchObject({
    changes: { front: "replace" },
    replaceKeys: { front: ["algorithm"] },
  });
  await stack.up();
  expect(stack.writes()).toEqual(["POST /v1/load-balancers", `DELETE ${path}`]);
  expect(stack.platform.snapshot().loadBalancer).toMatchObject([{ algorithm: "ip_hash" }]);
});

it("with HOSTING_ASSUMED_ROUTES=never preview says at once that a load balancer is replaced", async () => {
  await using stack = await openStack();
  stack.env["HOSTING_ASSUMED_ROUTES"] = "never";
  stack.program(balanced("round_robin"));
  await stack.up();
  stack.program(balanced("ip_hash"));
  expect((await stack.preview()).changes).toEqual({ front: "replace" });
});
