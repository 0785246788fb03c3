import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { idNamespace } from "../../../../provider/lifecycle/identity/ids.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext } from "../../../support/session.ts";

const data = held({ name: "data", region: "eu", sizeGb: 10, __generatedName: true });
const web = held({ name: "web", image: "debian/13", ipv6Addresses: ["2001:db8::3"] });

describe("what belongs to another world", () => {
  const state = { ...data, __world: "embedded:another" };
  const told = /HOSTING_ACCEPT_WORLD=embedded:another/;

  test("is not deleted", async () => {
    const work = { id: "vol_1", state };
    expect((await errorOf(() => remove(newContext(), volume, work))).message).toMatch(told);
  });

  test("is not changed", async () => {
    const work = { id: "vol_1", state, inputs: { ...data, sizeGb: 20 } };
    expect((await errorOf(() => update(newContext(), volume, work))).message).toMatch(told);
  });
});

describe("that a state has an object", () => {
  test.each([
    ["nothing changes", data],
    ["it is replaced by what comes first", { ...data, region: "us", allowDataLoss: true }],
  ])("is known after a comparison where %s", (_where, inputs) => {
    const context = newContext();
    compare(context, volume, { id: "vol_1", state: data, inputs });
    expect(context.memory.isInState("volume", "vol_1")).toBe(true);
  });

  test("is not where it goes first: its name is for the next one, whose create may be in doubt", () => {
    const context = newContext();
    compare(context, container, { id: "web", state: web, inputs: { ...web, image: "debian/14" } });
    expect(context.memory.isInState("container", "web")).toBe(false);
  });

  test("is known after a refresh, and no more once it is gone", async () => {
    const look = { call: "GET /v1/volumes/vol_1" };
    const answer = { id: "vol_1", name: "data", region: "eu", size_gb: 10 };
    const missing = { ...look, status: 404, answer: { error: "volume vol_1 not found" } };
    const context = newContext([{ ...look, answer }, missing]);
    const props = { ...data, __routes: { "GET /v1/volumes/{volume_id}": "works" } };
    await read(context, volume, { id: "vol_1", props });
    expect(context.memory.isInState("volume", "vol_1")).toBe(true);
    expect((await read(context, volume, { id: "vol_1", props })).id).toBe("");
    expect(context.memory.isInState("volume", "vol_1")).toBe(false);
  });
});

describe("timeouts, which a refresh and a destroy know from the state alone", () => {
  const changes = (state: Props, inputs: Props) =>
    compare(newContext(), volume, { id: "vol_1", state, inputs }).changes;

  test.each(["timeouts", "__timeouts"])("are stored anew when %s changes", (name) => {
    expect(changes(data, { ...data, [name]: { delete: "1h" } })).toBe(true);
    expect(changes({ ...data, [name]: { delete: "1h" } }, data)).toBe(true);
    const same = { ...data, [name]: { delete: "1h" } };
    expect(changes(same, { ...same })).toBe(false);
  });
});

describe("a deletion that came to nothing", () => {
  const object = { type: idNamespace(firewall), id: "fw_1" };
  const erase = { call: "DELETE /api/v1/firewalls/fw_1" };
  const work = { id: "fw_1", state: held({ name: "edge", inbound: [], outbound: [] }) };

  test.each<[string, Expected]>([
    ["the key may not do it", { ...erase, status: 403, answer: { error: "role viewer" } }],
    ["it never left", { ...erase, error: new HostingError("unsent", "the platform is not there") }],
  ])("is none that began: %s", async (_why, turnedAway) => {
    const context = newContext([turnedAway]);
    await errorOf(() => remove(context, firewall, work));
    expect(context.journal.deletionOf(object)).toBeUndefined();
  });

  test("began where the platform has no way to delete it: what shows it may lag", async () => {
    const missing = { ...erase, status: 404, answer: { error: "no such firewall" } };
    const list = { call: "GET /api/v1/firewalls", answer: [{ id: "fw_1", name: "edge" }] };
    const context = newContext([missing, list, list]);
    await errorOf(() => remove(context, firewall, work));
    expect(context.journal.deletionOf(object)).toMatchObject({ isDone: false });
  });

  test("began where the platform refused it: it may have been at it", async () => {
    const refused = { ...erase, status: 409, answer: { error: "it is in use" } };
    const state = { ...work.state, timeouts: { delete: 5 } };
    const context = newContext(new Array<Expected>(3).fill(refused));
    await errorOf(() => remove(context, firewall, { ...work, state }));
    expect(context.journal.deletionOf(object)).toMatchObject({ isDone: false });
  });
});

describe("the addresses of what was deleted", () => {
  const list = (...addresses: string[]): Expected => ({
    call: "GET /api/v1/instances",
    answer: [{ name: "web", status: "stopped", ipv6_addresses: addresses }],
  });
  const erase = { call: "DELETE /api/v1/instances/web" };

  test("are those of the state where a stopped machine shows none any more", async () => {
    const context = newContext([list(), erase]);
    await remove(context, container, { id: "web", state: web });
    expect(context.memory.formerOf("container", "web")).toMatchObject({
      ipv6Addresses: ["2001:db8::3"],
    });
  });

  test("are those that it showed at last", async () => {
    const shown = list("2001:db8::3", "2001:db8::4");
    const context = newContext([shown, erase]);
    await remove(context, container, { id: "web", state: { ...web, __seenBy: "another" } });
    expect(context.memory.formerOf("container", "web")).toMatchObject({
      ipv6Addresses: ["2001:db8::3", "2001:db8::4"],
    });
  });
});
