import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../../contract/assumptions.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import type { PartialFailure } from "../../../../provider/errors.ts";
import type { Api } from "../../../../provider/http/api.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import type { Context } from "../../../../provider/lifecycle/operation/context.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { server } from "../../../../resources/compute/server.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { type Expected, freeName } from "../../../support/fake-api.ts";
import { declared, newContext, partialFailureOf } from "../../../support/session.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const get = "GET /v1/volumes/vol_1";

/** The calls of a volume's creation: each further answer of its GET shows one of the statuses, or that it is missing. */
function calls(...statuses: readonly (string | undefined)[]): readonly Expected[] {
  const body = { name: "data", region: "eu", size_gb: 10 };
  const looks = statuses.map((status) =>
    status === undefined
      ? { call: get, status: 404, answer: { error: "no volume" } }
      : { call: get, answer: { id: "vol_1", status } },
  );
  return [
    freeName("POST /v1/volumes"),
    { call: "POST /v1/volumes", body, answer: { id: "vol_1", status: "creating" } },
    ...looks,
  ];
}

function make(context: Context, more: Props = {}) {
  return create(context, volume, { ...inputs, ...more });
}

describe("a status word", () => {
  test.each([
    ...defaultAssumptions["words.ready"].map((word) => [word.toUpperCase(), "ready"] as const),
    ...defaultAssumptions["words.failed"].map((word) => [word, "failed"] as const),
    ...defaultAssumptions["words.pending"].map((word) => [word, "pending"] as const),
    ["Creating", "pending"] as const,
    // In no list, or none at all: the object can be used.
    ...["detached", "", undefined, null, 5, {}].map((word) => [word, "ready"] as const),
  ])("%j means that the object is %s", async (status, meaning) => {
    const api: Api = {
      call: async ({ method, path }) =>
        method === "GET" && path === "/volumes"
          ? []
          : { id: "vol_1", ...(status === undefined ? {} : { status }) },
    };
    const made = make(newContext([], { api }), { timeouts: { create: 1 } }).then(
      () => "ready",
      (error: PartialFailure) => (error.code === "timeout" ? "pending" : error.code),
    );
    expect(await made).toBe(meaning);
  });

  test("follows the assumptions, and is ready where their list has it, whatever others do", async () => {
    const assumptions = {
      "words.pending": ["available", "new"],
      "words.ready": ["lit", "new"],
      "words.failed": ["dim"],
      "fields.status": "glow",
    };
    for (const [last, ...before] of [["lit", "available"], ["new"]]) {
      const looks = [...before, last ?? ""].map((glow) => ({
        call: get,
        answer: { id: "vol_1", glow },
      }));
      const context = newContext([...calls(), ...looks], { assumptions });
      expect((await make(context)).state).toMatchObject({ status: last });
    }
  });

  test("that nobody knows is taken for ready, in a line for all without what a terminal would obey", async () => {
    const context = newContext(calls("\u001b[2JFermenting"));
    await make(context);
    expect(context.said).toEqual([expect.stringMatching(/^"Fermenting".*words\.pending/)]);
    expect(context.said.join()).not.toContain("vol_1");
  });
});

describe("waiting", () => {
  test.each([
    ["ends with the first look that is ready", ["creating", "resizing", "creating", "available"]],
    ["goes on when it is missing twice", ["creating", undefined, undefined, "available"]],
    ["or again and again", ["creating", undefined, undefined, "creating", undefined, "available"]],
  ])("%s", async (_when, statuses) => {
    const context = newContext(calls(...statuses));
    expect((await make(context)).state).toMatchObject({ status: "available" });
  });

  test("never goes past the deadline", async () => {
    const context = newContext(calls("creating", "creating"));
    const start = context.clock.now();
    await partialFailureOf(() => make(context, { timeouts: { create: 1 } }));
    expect(context.clock.now() - start).toBeLessThanOrEqual(1000);
  });

  test("ends at once where nothing can be read", async () => {
    const blind = newContext(calls().slice(1), { assumedRoutes: "never" });
    expect((await make(blind)).state).toMatchObject({ status: "creating" });
    const list = { call: "GET /v1/volumes", answer: [] };
    const untrusted = newContext([...calls(undefined), list]);
    expect((await make(untrusted)).state).toMatchObject({ status: "creating" });
  });

  test("ends with the first word that means failure, with the ways out", async () => {
    const failure = await partialFailureOf(() => make(newContext(calls("creating", "Broken"))));
    expect(failure).toMatchObject({ code: "failed", id: "vol_1" });
    expect(failure.message).toMatch(/"Broken".*pulumi refresh.*--replace/);
  });
});

describe("a container", () => {
  const body = { name: "web", type: "container", image: "debian/13" };
  const given = declared({ ...body, __generatedName: true });
  const post = { call: "POST /api/v1/instances", body };
  const list = "GET /api/v1/instances";

  test.each([
    ["an IPv4 address", { status: "whatever", ip_addresses: ["10.0.0.2"] }],
    ["an IPv6 address", { status: "whatever", ipv6_addresses: ["2001:db8::2"] }],
    ["rest", { status: "stopped", ip_addresses: [] }],
    ["a word of that list, where no address is shown", { status: "running" }],
    ["no status at all", { name: "web" }],
  ])("is ready by %s", async (_fact, answer) => {
    const context = newContext([freeName(post.call), { ...post, answer }]);
    expect((await create(context, container, given)).id).toBe("web");
    expect(context.clock.sleeps).toEqual([]);
  });

  test.each([
    ["a word that nobody knows for half a minute", "simmering", 6, [30, 45]],
    ["one that runs until it has an address", "running", 15, [60, 600]],
  ] as const)(
    "without an address is waited for: %s",
    async (_what, status, looks, [least, most]) => {
      const answer = { name: "web", status, ip_addresses: [] };
      const done = { ...answer, ip_addresses: ["10.0.0.2"] };
      const context = newContext([
        freeName(post.call),
        { ...post, answer },
        ...new Array<Expected>(looks).fill({ call: list, answer: [answer] }),
        ...(status === "running" ? [{ call: list, answer: [done] }] : []),
      ]);
      const start = context.clock.now();
      const { state } = await create(context, container, given);
      expect(state["ipAddresses"]).toEqual(status === "running" ? ["10.0.0.2"] : []);
      const seconds = (context.clock.now() - start) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThan(most);
    },
  );
});

describe("an instance that a list shows without its addresses", () => {
  const body = { name: "web", region: "eu-1", plan: "small", image: "debian/13" };
  const listed = { id: "inst_1", name: "web", status: "running" };
  const list = { call: "GET /v1/instances", answer: [listed] };
  const itself = (ip_addresses: string[]) => ({
    call: "GET /v1/instances/inst_1",
    answer: { ...listed, ip_addresses, ipv6_addresses: [] },
  });
  const missing = { call: itself([]).call, status: 405, answer: { error: "not allowed" } };

  test.each<[string, readonly Expected[], Props]>([
    [
      "is asked for them by itself, and waited for until it has one",
      [list, itself([]), list, itself(["198.18.0.2"])],
      { ipAddresses: ["198.18.0.2"] },
    ],
    ["is ready all the same where the platform reads no instance alone", [list, missing], {}],
  ])("%s", async (_what, looks, outputs) => {
    const context = newContext([
      { call: list.call, answer: [] },
      { call: "POST /v1/instances", body, answer: { id: "inst_1", status: "provisioning" } },
      ...looks,
    ]);
    const { state } = await create(context, instance, declared(body));
    expect(state).toMatchObject({ status: "running", ...outputs });
  });
});

// A list may show less than the answer to the create: its entry does not say that the address is missing.
test("a server is ready by a list that shows no addresses", async () => {
  const servers = "/api/v2/servers";
  const one = `GET ${servers}/srv_1`;
  const shown = { id: "srv_1", name: "box", status: "running" };
  const context = newContext([
    freeName(`POST ${servers}`),
    {
      ...{
        call: `POST ${servers}`,
        body: { name: "box", size: "small", network_access: "dedicated" },
      },
      answer: { id: "srv_1", status: "provisioning", ip_addresses: [] },
    },
    { call: one, status: 404, answer: { message: "Cannot GET" } },
    { call: `GET ${servers}`, answer: [shown] },
    { call: one, status: 404, answer: { message: "Cannot GET" } },
  ]);
  const box = declared({ name: "box", size: "small", networkAccess: "dedicated" });
  expect((await create(context, server, box)).id).toBe("srv_1");
});
