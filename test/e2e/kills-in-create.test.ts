import { describe, expect, it } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";

/** One kind with documented routes, one with a list, one with assumed routes, one without a name. */
const program = `
new hosting.Container("job", { image: "debian/13" });
new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
`;
const creates = [
  "POST /api/v1/instances",
  "POST /api/v1/networks",
  "POST /v1/floating-ips",
  "POST /v1/volumes",
];
const all = [...creates].map((request) => new RegExp(`^${request}$`));
const kinds = ["container", "floatingIp", "network", "volume"];

function kindsOf(objects: readonly string[]): readonly string[] {
  return objects.map((object) => object.replace(/ .*/, ""));
}

describe("what is nameless and sent is unresolved, and `adopt` leads out", () => {
  it.each(["applied", "half answered"] as const)("killed when creates are %s", async (at) => {
    await using mortal = await MortalStack.open(program);
    const { stack } = mortal;
    await mortal.killedAt({ requests: all, at });
    expect(mortal.creates()).toEqual(creates);
    expect(mortal.state()).toEqual([]);

    const { errors } = await stack.up({ fails: true });
    expect(errors.join("\n")).toContain("Look in the console for a floating IP in region");
    const { id } = stack.resource("address");
    expect(id).toMatch(/^unresolved-/);

    const again = await stack.up({ fails: true });
    expect(again.errors.join("\n")).toContain("it is still not known whether the floating IP exists");
    expect(stack.resource("address").id).toBe(id);

    const [address] = stack.platform.snapshot().floatingIp;
    stack.program(
      program.replace('"address", {', `"address", { adopt: "${address?.["id"]}",`),
    );
    await stack.up();
    expect(kindsOf(mortal.state())).toEqual(kinds);
    expect(mortal.state()).toEqual(mortal.world());
    expect(mortal.creates()).toEqual([]);
    expect((await stack.up()).changes).toEqual({});
  });
});
