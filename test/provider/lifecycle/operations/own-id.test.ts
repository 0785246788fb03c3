import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { network } from "../../../../resources/network/network.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, held, newContext } from "../../../support/session.ts";

const inputs = declared({ name: "net" });
const state = { ...held({ name: "net" }), __routes: { "GET /api/v1/networks/{id}": "works" } };
const post = { call: "POST /api/v1/networks", body: { name: "net" } };
const erase = { call: "DELETE /api/v1/networks/n-1" };

function list(...items: readonly { id: string; name: string }[]): Expected {
  return { call: "GET /api/v1/networks", answer: [{ id: "n-9", name: "other" }, ...items] };
}

const listed = list({ id: "n-1", name: "net" });

describe("an answer to a create without an id", () => {
  async function idAfter(shown: Expected): Promise<string> {
    const context = newContext([list(), { ...post, answer: {} }, shown]);
    return (await create(context, network, inputs)).id;
  }

  test("leaves it to the list, which has the name", async () => {
    expect(await idAfter(listed)).toBe("n-1");
  });

  test.each<[string, Expected]>([
    ["the list has no ids either", { ...listed, answer: [{ name: "net" }] }],
    ["two have the name", list({ id: "n-1", name: "net" }, { id: "n-2", name: "net" })],
    [
      "there may be more of the list",
      { ...listed, answer: { items: [{ id: "n-1", name: "net" }], next: "2" } },
    ],
    ["the id cannot stand in a path", list({ id: "n/1", name: "net" })],
  ])("makes the name the id where %s", async (_why, shown) => {
    expect(await idAfter(shown)).toBe("net");
  });

  test("makes the name the id where the list fails", async () => {
    const refused = { ...listed, status: 403, answer: { error: "no" } };
    const context = newContext([list(), { ...post, answer: { name: "net" } }, refused]);
    expect((await create(context, network, inputs)).id).toBe("net");
  });
});

describe("a state with the name in the place of the id", () => {
  test("gets the id at a refresh", async () => {
    expect((await read(newContext([listed]), network, { id: "net", props: state })).id).toBe("n-1");
  });

  test("keeps the name at a refresh where the list has no ids", async () => {
    const context = newContext([{ ...listed, answer: [{ name: "net" }] }]);
    expect((await read(context, network, { id: "net", props: state })).id).toBe("net");
  });

  test("is deleted by the id", async () => {
    await expect(
      remove(newContext([listed, erase]), network, { id: "net", state }),
    ).resolves.toBeUndefined();
  });

  test("leaves its name free at once for what takes its place", async () => {
    const context = newContext([listed, erase, listed, { ...post, answer: { id: "n-2" } }]);
    await remove(context, network, { id: "net", state });
    await context.clock.sleep(1);
    expect((await create(context, network, inputs)).id).toBe("n-2");
  });

  test("is changed by the id", async () => {
    const before = held({ name: "web", inbound: [], outbound: [] });
    const after = { ...before, inbound: [{ protocol: "tcp", ports: ["443"] }] };
    const shown = { id: "f-1", name: "web" };
    const rules = { inbound: [{ protocol: "tcp", ports: ["443"] }], outbound: [] };
    const context = newContext([
      { call: "GET /api/v1/firewalls", answer: [shown] },
      { call: "PATCH /api/v1/firewalls/f-1", body: rules, answer: shown },
    ]);
    const state = await update(context, firewall, { id: "web", state: before, inputs: after });
    expect(state).toMatchObject(rules);
  });
});
