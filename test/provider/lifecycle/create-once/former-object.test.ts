import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { server } from "../../../../resources/compute/server.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../../support/session.ts";
import { body, list, none, post, seconds } from "./lost-create.ts";

const block = { address: "203.0.113.1", first_port: 20_010, last_port: 20_019 };
const provisioning = { status: "provisioning", ip_addresses: [] };
const answer = { ...body, ...provisioning, ipv6_addresses: [], port_block: block };
const own = { status: "running", ip_addresses: ["10.0.0.7"], port_block: block };

/** Makes a container by the name of one that was deleted a moment ago; lists then show these, one after the other. */
async function made(...shown: readonly Props[]) {
  const looks: readonly Expected[] = shown.map((item) => list(item));
  const context = newContext([none, { ...post, answer }, ...looks]);
  const { state } = await create(context, container, declared(body));
  return { context, state };
}

describe("a list that lags, after a name was given again", () => {
  test.each([
    ["is being deleted", { ...own, status: "deleting" }],
    ["has another block of ports", { ...own, port_block: { ...block, first_port: 20_000 } }],
  ])("shows the former object, which %s: it is not the new one", async (_which, former) => {
    const { state } = await made(former, former, own);
    expect(state).toMatchObject({
      status: "running",
      ipAddresses: ["10.0.0.7"],
      portBlock: { firstPort: 20_010, lastPort: 20_019 },
    });
  });

  test("shows the former object by an address that this run deleted, until lists can lag no longer", async () => {
    const shown = { ...own, ipv6_addresses: ["2001:db8::3"] };
    const looks = new Array<Expected>(8).fill(list(shown));
    const context = newContext([none, { ...post, answer }, ...looks]);
    context.memory.noteDeleted("container", "web-1", { ipv6Addresses: ["2001:db8::3"] });
    const { state } = await create(context, container, declared(body));
    expect(state).toMatchObject({ ipv6Addresses: ["2001:db8::3"], ipAddresses: ["10.0.0.7"] });
    expect(seconds(context)).toBeGreaterThanOrEqual(30);
  });

  test("is known by the address of its state where it showed none while it was stopped for its deletion", async () => {
    const addresses = { ipv6_addresses: ["2001:db8::3"] };
    const stop = { call: "POST /api/v1/instances/web-1/action", body: { action: "stop" } };
    const stopped = list({ ...body, status: "stopped", ipv6_addresses: [] });
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    const context = newContext([list({ ...own, ...addresses }), stop, stopped, erase]);
    const state = held({ ...body, ipv6Addresses: ["2001:db8::3"] });
    await remove(context, container, { id: "web-1", state });
    expect(context.memory.formerOf("container", "web-1")).toMatchObject({
      ipv6Addresses: ["2001:db8::3"],
    });
  });

  test.each([
    ["what it was replaced for is the same", "debian/13"],
    ["it has what it was replaced for", "debian/12"],
  ])("shows the former object by that address where %s", async (_why, image) => {
    const shown = { ...own, ...body, image, ipv6_addresses: ["2001:db8::3"] };
    const now = { ...own, ...body, ipv6_addresses: ["2001:db8::4"] };
    const context = newContext([none, { ...post, answer }, list(shown), list(now)]);
    const former = { ...body, image, ipv6Addresses: ["2001:db8::3"] };
    context.memory.noteDeleted("container", "web-1", former);
    const { state } = await create(context, container, declared(body));
    expect(state).toMatchObject({ ipv6Addresses: ["2001:db8::4"] });
  });

  test("shows the new one where the address that was deleted has come back, by what it was replaced for", async () => {
    const shown = { ...own, ...body, image: "debian/13", ipv6_addresses: ["2001:db8::3"] };
    const context = newContext([none, { ...post, answer }, list(shown)]);
    const former = { ...body, image: "debian/12", ipv6Addresses: ["2001:db8::3"] };
    context.memory.noteDeleted("container", "web-1", former);
    await create(context, container, declared(body));
    expect(seconds(context)).toBeLessThan(10);
  });

  test("is believed once it can lag no longer: a machine may move to another host", async () => {
    const moved = { ...own, port_block: { ...block, first_port: 20_000 } };
    const { context, state } = await made(...new Array<Props>(8).fill(moved));
    expect(state).toMatchObject({ portBlock: { firstPort: 20_000 } });
    expect(seconds(context)).toBeGreaterThanOrEqual(30);
    expect(seconds(context)).toBeLessThan(45);
  });

  test.each([
    ["does not say that the new one is stopped already", ["10.0.0.2"]],
    ["says so by an address that the new one has", ["10.0.0.2", "10.0.0.7"]],
  ])("%s", async (_what, ip_addresses) => {
    const stopped = list({ status: "stopped", port_block: block, ip_addresses });
    const stop = { call: "POST /api/v1/instances/web-1/action", body: { action: "stop" } };
    const isOwn = ip_addresses.includes("10.0.0.7");
    const rest = isOwn ? [] : [stop, list({ ...own, status: "stopped" })];
    const running = { ...post, answer: { ...body, ...own } };
    const context = newContext([none, running, stopped, ...rest]);
    const inputs = declared({ ...body, desiredState: "stopped" });
    const { state } = await create(context, container, inputs);
    expect(state).toMatchObject({
      status: "stopped",
      ipAddresses: isOwn ? ip_addresses : ["10.0.0.7"],
    });
  });
});

describe("a list that shows it stopped, as the program wants it, shows the new one", () => {
  const stopped = { ...own, status: "stopped" };
  const inputs = declared({ ...body, desiredState: "stopped" });
  const [first, second] = ["2001:db8::3", "2001:db8::4"];

  test.each([
    ["not all", { ipv6_addresses: [second, "2001:db8::5"] }],
    ["none", { ipv6_addresses: [] }],
    ["not the field", { ipv6_addresses: undefined }],
  ])("where it has %s of the addresses that the answer to its create has", async (_, shown) => {
    const answer = { ...body, ...own, ipv6_addresses: [first, second] };
    const calls = [none, { ...post, answer }, list({ ...stopped, ...shown })];
    const { state } = await create(newContext(calls), container, inputs);
    expect(state).toMatchObject({ status: "stopped" });
  });

  test("where it has the address that this run deleted, and that answer has it, too", async () => {
    const answer = { ...body, ...own, ipv6_addresses: [first] };
    const shown = list({ ...stopped, ipv6_addresses: [first] });
    const context = newContext([none, { ...post, answer }, shown]);
    context.memory.noteDeleted("container", "web-1", { ipv6Addresses: [first] });
    expect((await create(context, container, inputs)).state).toMatchObject({ status: "stopped" });
  });
});

test("a forward outside of the block is told which one that is, and how to follow it", async () => {
  const forward = { instanceName: "web-1", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
  const refused = {
    call: "POST /api/v1/instances/web-1/ports",
    body: { protocol: "tcp", public_port: 20_001, target_port: 80 },
    status: 422,
    answer: {
      error:
        'port forward of instance "container-0-xlbv3bmv" was not created: public_port 20001 is outside its block 20010 to 20019',
    },
  };
  const work = () => create(newContext([refused]), portForward, declared(forward));
  expect((await errorOf(work)).message).toBe(
    'port forward "main" was not created: port forward of instance "container-0-xlbv3bmv" wa…ic_port 20001 is outside its block 20010 to 20019 (422). Correct what it names; if the port follows from the container\'s portBlock, run `pulumi refresh`, then `pulumi up` again.',
  );
});

test("a server, which has an id of its own, is itself whatever ports the answer to its create had", async () => {
  const sent = { name: "web", size: "small" };
  const made = { id: "srv-1", ...sent, status: "provisioning", port_block: block };
  const moved = { ...made, ...own, port_block: { ...block, first_port: 20_000 } };
  const context = newContext([
    { call: "POST /api/v2/servers", body: sent, answer: made },
    { call: "GET /api/v2/servers/srv-1", answer: moved },
  ]);
  const { state } = await create(context, server, declared(sent));
  expect(state).toMatchObject({ portBlock: { firstPort: 20_000 } });
});
