import { describe, expect, test } from "vitest";
import { idOf, newWorld, type Send } from "./support.ts";

const body = {
  name: "web",
  inbound: [
    { protocol: "tcp", ports: ["443", "8000-8100"], sources: ["0.0.0.0/0", "2001:db8::/32"] },
    { protocol: "icmp", description: "ping" },
  ],
  outbound: [{ protocol: "udp", ports: ["53"], destinations: ["10.0.0.0/8"] }],
};

async function newPolicy(send: Send): Promise<string> {
  return idOf(await send("POST /api/v1/firewalls", body));
}

describe("spec 2.5, 4.1: firewall policies", () => {
  test("a created one answers with its id and rules", async () => {
    const { send, platform } = newWorld();
    const created = await send("POST /api/v1/firewalls", body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...body, id: expect.stringMatching(/^fw_[0-9a-z]{16}$/) });
    expect((await send("GET /api/v1/firewalls")).body).toEqual([created.body]);
    expect((await send(`GET /api/v1/firewalls/${idOf(created)}`)).body).toEqual(created.body);
    expect(platform.snapshot().firewall).toEqual([created.body]);
  });

  test("without rules it holds none", async () => {
    const { send } = newWorld();
    const created = await send("POST /api/v1/firewalls", { name: "web" });
    expect(created).toMatchObject({ status: 201, body: { inbound: [], outbound: [] } });
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ inbound: {} }, '"inbound" is not accepted'],
    [{ inbound: [{}] }, '"inbound.0.protocol" is required'],
    [{ inbound: [{ protocol: "sctp" }] }, '"inbound.0.protocol" is not accepted'],
    [{ outbound: [{ protocol: "tcp", ports: ["0"] }] }, '"outbound.0.ports.0" is not accepted'],
    [{ outbound: [{ protocol: "tcp", ports: ["90-80"] }] }, '"outbound.0.ports.0"'],
    [{ outbound: [{ protocol: "tcp", ports: [443] }] }, '"outbound.0.ports.0"'],
    [{ inbound: [{ protocol: "icmp", ports: ["1"] }] }, "icmp has no ports"],
    [{ inbound: [{ protocol: "tcp", sources: ["10.0.0.1/8"] }] }, '"inbound.0.sources.0"'],
    [{ inbound: [{ protocol: "tcp", sources: ["anywhere"] }] }, '"inbound.0.sources.0"'],
    [{ outbound: [{ protocol: "tcp", destinations: ["10/8"] }] }, '"outbound.0.destinations.0"'],
    [{ inbound: [{ protocol: "tcp", destinations: [] }] }, "an inbound rule has sources"],
    [{ outbound: [{ protocol: "tcp", sources: [] }] }, "an outbound rule has destinations"],
    [{ inbound: [{ protocol: "tcp", description: 7 }] }, '"inbound.0.description"'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /api/v1/firewalls", { ...body, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
    expect(platform.snapshot().firewall).toEqual([]);
  });

  test("fields that the spec does not show are kept, in the policy and in its rules", async () => {
    const { send } = newWorld();
    const raw = { name: "web", default: { in: "drop" }, id: "mine" };
    const created = await send("POST /api/v1/firewalls", {
      ...raw,
      inbound: [{ protocol: "tcp", log: true }],
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^fw_/),
      default: { in: "drop" },
      inbound: [{ protocol: "tcp", log: true }],
    });
    const changed = await send(`PATCH /api/v1/firewalls/${idOf(created)}`, { log: "all" });
    expect(changed.body).toEqual({ ...Object(created.body), log: "all" });
  });

  test("its rules have the names assumed for them, in bodies, answers and messages", async () => {
    const assumptions = { "fields.inbound": "ingress", "fields.outbound": "egress" };
    const { send } = newWorld({ assumptions });
    const rules = { ingress: [{ protocol: "tcp" }], egress: [{ protocol: "udp" }] };
    const created = await send("POST /api/v1/firewalls", { name: "web", ...rules });
    expect(created.body).toEqual({ id: idOf(created), name: "web", ...rules });
    const refused = await send("POST /api/v1/firewalls", { name: "x", egress: [{}] });
    expect(refused.body).toEqual({ error: expect.stringContaining('"egress.0.protocol"') });
  });

  test("a change replaces the rules it names and keeps the others", async () => {
    const { send } = newWorld();
    const id = await newPolicy(send);
    const inbound = [{ protocol: "tcp", ports: ["22"] }];
    const changed = await send(`PATCH /api/v1/firewalls/${id}`, { inbound });
    expect(changed).toMatchObject({ status: 200, body: { ...body, id, inbound } });
    const emptied = await send(`PATCH /api/v1/firewalls/${id}`, { outbound: [] });
    expect(emptied.body).toMatchObject({ inbound, outbound: [] });
    expect((await send(`GET /api/v1/firewalls/${id}`)).body).toEqual(emptied.body);
  });

  test("a change that is not accepted changes nothing", async () => {
    const { send } = newWorld();
    const id = await newPolicy(send);
    const refused = await send(`PATCH /api/v1/firewalls/${id}`, { name: "new", inbound: [{}] });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: `firewall policy "${id}" was not changed: "inbound.0.protocol" is required`,
    });
    expect((await send(`GET /api/v1/firewalls/${id}`)).body).toEqual({ id, ...body });
  });

  test("names are unique where that is assumed", async () => {
    const second = async (uniqueNames: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": uniqueNames } });
      await newPolicy(send);
      const other = idOf(await send("POST /api/v1/firewalls", { name: "other" }));
      const created = await send("POST /api/v1/firewalls", body);
      const renamed = await send(`PATCH /api/v1/firewalls/${other}`, { name: "web" });
      return [created.status, renamed.status];
    };
    expect(await second(true)).toEqual([409, 409]);
    expect(await second(false)).toEqual([201, 200]);
  });

  test("one keeps its own name", async () => {
    const { send } = newWorld();
    const id = await newPolicy(send);
    expect((await send(`PATCH /api/v1/firewalls/${id}`, { name: "web" })).status).toBe(200);
  });

  test("a deleted one is gone, and an unknown one is named", async () => {
    const { send } = newWorld();
    const id = await newPolicy(send);
    expect((await send(`DELETE /api/v1/firewalls/${id}`)).status).toBe(204);
    const unknown = { status: 404, body: { error: `firewall policy "${id}" not found` } };
    expect(await send(`GET /api/v1/firewalls/${id}`)).toMatchObject(unknown);
    expect(await send(`PATCH /api/v1/firewalls/${id}`, {})).toMatchObject(unknown);
    expect(await send(`DELETE /api/v1/firewalls/${id}`)).toMatchObject(unknown);
  });
});
