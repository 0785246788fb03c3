import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { network } from "../../../resources/network/network.ts";
import { declared, newContext, world } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const backend = classUnderTest(network);
const cidr = (address: string) => ({ config: { "ipv4.address": address } });
const inputs = { name: "backend", description: "between services", ...cidr("10.0.0.0/24") };

describe("a network's address", () => {
  test.each<[string, readonly string[]]>([
    ["10.0.0.0", ["config"]],
    ["10.0.0.0/33", ["config"]],
    ["fd00::/64", ["config"]],
    ["none", ["config"]],
    // As of a gateway.
    ["10.0.0.1/24", []],
  ])("of %j is refused: %j", (address, refused) => {
    expect(backend.refused({ ...inputs, ...cidr(address) })).toEqual(refused);
  });

  test("is optional, and other keys are the platform's own business", () => {
    expect(backend.refused({ config: { "dns.mode": "anything" } })).toEqual([]);
  });
});

test("a network to adopt that is not listed is looked for again, and the wait is announced", async () => {
  const list = { call: "GET /api/v1/networks", answer: [{ id: "net_2", name: "other" }] };
  const get = { call: "GET /api/v1/networks/net_1", status: 404, text: "no page" };
  const context = newContext([list, get, list]);
  const adopting = create(context, network, declared({ ...inputs, adopt: "net_1" }));
  await expect(adopting).rejects.toMatchObject({ code: "notFound" });
  expect(context.said).toEqual([expect.stringMatching(/^waits 30 s for another list/)]);
});

describe("a change of a network", () => {
  test("of its description is only warned about: nothing can apply it", async () => {
    const context = newContext();
    const state = { ...declared(inputs), __world: world };
    const changed = declared({ ...inputs, description: "other" });
    const work = { id: "backend", state, inputs: changed };
    expect(await diff(context, network, work)).toMatchObject({ changes: false, replaces: [] });
    expect(context.said).toEqual([expect.stringContaining("description stays as it is")]);
  });

  test.each([
    [
      "its address stays",
      { config: { "ipv4.address": "10.0.0.0/24", extra: "1" }, __generatedName: true },
      true,
    ],
    ["its name stays", cidr("10.1.0.0/24"), true],
    ["neither stays", { name: "other", ...cidr("10.1.0.0/24") }, false],
    ["its name was made up", { ...cidr("10.1.0.0/24"), __generatedName: true }, false],
  ])(
    "replaces it, and when %s the old one is deleted first: %3$s",
    (_when, change, deletesFirst) => {
      const { replaces, deleteBeforeReplace } = backend.diff(inputs, { ...inputs, ...change });
      expect(replaces).toContain("config");
      expect(deleteBeforeReplace).toBe(deletesFirst);
    },
  );
});
