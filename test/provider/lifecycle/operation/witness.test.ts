import { describe, expect, test, vi } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { container } from "../../../../resources/compute/container.ts";
import { importedImage } from "../../../../resources/compute/imported-image.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  errorOf,
  held,
  keyMark,
  newContext,
  type TestContext,
  world,
} from "../../../support/session.ts";

const gone = { id: "", state: {}, inputs: {} };
const none = { status: 404, answer: { error: "no such load balancer, volume, image or network" } };
const routes = {
  "GET /v1/volumes/{volume_id}": "works",
  "GET /v1/load-balancers/{id}": "works",
};
const missing = { call: "GET /v1/volumes/vol_7m2k8r4t", ...none };
/** Nothing is known of the list, so that it says nothing. */
const list = { call: "GET /v1/volumes", answer: [] };
const other = {
  call: "GET /v1/volumes/vol_9x4c2h6p",
  answer: { id: "vol_9x4c2h6p", instance_id: null },
};
const balancer = { call: "GET /v1/load-balancers/lb_3t8w5n1q", answer: { id: "lb_3t8w5n1q" } };

/** A state that another key than the one in use saw last. */
function foreign(more: Props = {}): Props {
  return { ...held({ region: "eu", __routes: routes, ...more }), __seenBy: "another" };
}

function refresh(context: TestContext, id: string, props: Props = foreign()) {
  return read(context, volume, { id, props });
}

describe("what is missing to a key that never saw it", () => {
  test("stays in the state, with the way out", async () => {
    const error = await errorOf(() => refresh(newContext([missing, list]), "vol_7m2k8r4t"));
    expect(error.code).toBe("key");
    expect(error.message).toBe(
      'volume "main" is missing, but this API key has never seen it. Check hosting:apiKey; with a new key run `pulumi refresh --run-program`; if it is deleted, set HOSTING_DELETED_BY_HAND=Volume:vol_7m2k8r4t.',
    );
    expect(error.message.length).toBeLessThan(300);
  });

  test("stays when it is deleted, before anything is sent", async () => {
    const work = { id: "vol_7m2k8r4t", state: foreign() };
    const error = await errorOf(() => remove(newContext([missing, list]), volume, work));
    expect(error.code).toBe("key");
  });

  test("stays when only the DELETE says so", async () => {
    const calls = [
      { call: "DELETE /v1/load-balancers/lb_3t8w5n1q", ...none },
      { ...balancer, ...none },
      { call: "GET /v1/load-balancers", answer: [] },
    ];
    const work = { id: "lb_3t8w5n1q", state: foreign() };
    expect((await errorOf(() => remove(newContext(calls), loadBalancer, work))).code).toBe("key");
  });

  test("stays by a documented list as well", async () => {
    const list = { call: "GET /api/v1/networks", answer: [{ id: "net_2" }] };
    const get = { call: "GET /api/v1/networks/net_1", status: 404, text: "no page" };
    const context = newContext([list, get, list]);
    const work = { id: "net_1", props: foreign() };
    expect((await errorOf(() => read(context, network, work))).code).toBe("key");
  });

  test("stays where the state does not say who saw it", async () => {
    const { __seenBy: _mark, ...older } = foreign();
    expect(
      (await errorOf(() => refresh(newContext([missing, list]), "vol_7m2k8r4t", older))).code,
    ).toBe("key");
  });

  test("is gone when the user says so", async () => {
    const context = newContext([missing], { deletedByHand: ["Volume:vol_7m2k8r4t"] });
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
  });
});

describe("another object that the same key saw last", () => {
  test("witnesses when it answers in this run", async () => {
    const context = newContext([other, missing]);
    await refresh(context, "vol_9x4c2h6p");
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
  });

  test("witnesses also when it answers a moment later", async () => {
    const context = newContext([missing, other]);
    const first = refresh(context, "vol_7m2k8r4t");
    await refresh(context, "vol_9x4c2h6p");
    expect(await first).toEqual(gone);
  });

  test("witnesses by its deletion", async () => {
    const calls: readonly Expected[] = [
      { call: "DELETE /v1/load-balancers/lb_3t8w5n1q" },
      missing,
      list,
      { call: "DELETE /v1/volumes/vol_7m2k8r4t", ...none },
      missing,
      list,
    ];
    const context = newContext(calls);
    await remove(context, loadBalancer, { id: "lb_3t8w5n1q", state: foreign() });
    await remove(context, volume, { id: "vol_7m2k8r4t", state: foreign() });
  });

  test("in states of an older version witnesses for what is in one, too", async () => {
    const { __seenBy: _mark, ...older } = foreign();
    const context = newContext([other, missing]);
    await refresh(context, "vol_9x4c2h6p", older);
    expect(await refresh(context, "vol_7m2k8r4t", older)).toEqual(gone);
  });
});

describe("a machine with a number for its id, which another account may have as well", () => {
  const state = foreign({ name: "web", ipv6Addresses: ["2001:470::7"] });
  const shown = (...addresses: string[]): Expected => {
    const item = { id: "inst_3", name: "web", status: "running", ipv6_addresses: addresses };
    return { call: "GET /v1/instances", answer: [item] };
  };

  test("is known again, and witnesses, by the address that is its own", async () => {
    const context = newContext([shown("2001:470:0::7"), missing, list]);
    const { state: seen } = await read(context, instance, { id: "inst_3", props: state });
    expect(seen).toMatchObject({ __seenBy: keyMark });
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
  });

  test("is another with other addresses, and then nothing that this key sees is a proof", async () => {
    const context = newContext([other, shown("2001:470::9"), missing]);
    await refresh(context, "vol_9x4c2h6p");
    const { state: seen } = await read(context, instance, { id: "inst_3", props: state });
    expect(seen).toMatchObject({ __seenBy: "another" });
    expect((await errorOf(() => refresh(context, "vol_7m2k8r4t"))).code).toBe("key");
  });

  test("is the stack's where the user says so, whatever its addresses have become", async () => {
    const context = newContext([other, shown("2001:470::9"), missing], { acceptWorld: world });
    await refresh(context, "vol_9x4c2h6p");
    const { state: seen } = await read(context, instance, { id: "inst_3", props: state });
    expect(seen).toMatchObject({ __seenBy: keyMark, ipv6Addresses: ["2001:470::9"] });
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
  });
});

describe("the wait for others that the engine looks at side by side", () => {
  /** What happens in the first pause of two seconds, after which nobody looks any more. */
  function meanwhile(context: TestContext, work: () => Promise<unknown>): void {
    vi.spyOn(context.clock, "sleep").mockImplementationOnce(async () => void (await work()));
  }

  test("ends with one that begins to be looked at in it", async () => {
    const context = newContext([missing, list, other]);
    meanwhile(context, () => refresh(context, "vol_9x4c2h6p"));
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
  });

  test("ends after two seconds where nothing is looked at", async () => {
    const context = newContext([missing, list]);
    await errorOf(() => refresh(context, "vol_7m2k8r4t"));
    expect(context.clock.sleeps).toEqual([2_000]);
  });
});

describe("nobody else witnesses", () => {
  const lost = [
    { call: "GET /api/v1/networks", answer: [{ id: "net_2" }] },
    { call: "GET /api/v1/networks/net_1", status: 404, text: "no page" },
    { call: "GET /api/v1/networks", answer: [{ id: "net_2" }] },
  ];
  const buckets = { call: "GET /api/v1/storage/buckets", answer: [{ name: "logs" }] };

  test.each([
    ["that an older version stored", { __seenBy: undefined }, { __seenBy: undefined }],
    [
      "for the keys before the one that saw it last",
      { __seenBefore: ["first"] },
      { __seenBy: "first" },
    ],
  ])("not a name in a state %s", async (_which, seen, sought) => {
    const context = newContext([buckets, ...lost]);
    await read(context, bucket, { id: "logs", props: { ...foreign({ name: "logs" }), ...seen } });
    const work = { id: "net_1", props: { ...foreign(), ...sought } };
    expect((await errorOf(() => read(context, network, work))).code).toBe("key");
  });

  test("not an id that is made of the object's name", async () => {
    const shown = { call: "GET /api/v1/networks", answer: [{ id: "net_backoffice1" }] };
    const context = newContext([shown, ...lost.slice(1)]);
    const props = foreign({ name: "backoffice1" });
    await read(context, network, { id: "net_backoffice1", props });
    const work = { id: "net_1", props: foreign() };
    expect((await errorOf(() => read(context, network, work))).code).toBe("key");
  });

  async function believed(
    before: Expected,
    see: (context: TestContext) => Promise<unknown>,
    ...after: readonly Expected[]
  ) {
    const context = newContext([before, missing, ...after]);
    await see(context);
    return (await errorOf(() => refresh(context, "vol_7m2k8r4t"))).code;
  }

  test("not what the key in use has made: it would be in the wrong account as well", async () => {
    const own = held({ region: "eu", __routes: routes });
    expect(await believed(other, (context) => refresh(context, "vol_9x4c2h6p", own))).toBe("key");
  });

  test("not an image, which another account may see because it is shared with that (spec 2.7a)", async () => {
    const shared = {
      call: "GET /v1/images/img_5d6f7g8h",
      answer: { id: "img_5d6f7g8h", status: "available" },
    };
    const see = (context: TestContext) =>
      read(context, importedImage, { id: "img_5d6f7g8h", props: foreign() });
    expect(await believed(shared, see, list)).toBe("key");
  });

  test("not an image that this key saw once, because that was shared with its account", async () => {
    const shared = {
      call: "GET /v1/images/img_5d6f7g8h",
      answer: { id: "img_5d6f7g8h", status: "available" },
    };
    const props = held({ region: "eu", __seenBefore: ["another"] });
    const see = (context: TestContext) =>
      read(context, importedImage, { id: "img_5d6f7g8h", props });
    expect(await believed(shared, see, list)).toBe("key");
  });

  test("not a member, whom keys of other projects of the account may see (spec 5)", async () => {
    const members = {
      call: "GET /v1/projects/proj_1/members",
      answer: [{ id: "usr_5d6f7g8h", email: "ann@example.com", role: "viewer" }],
    };
    const inputs = { projectId: "proj_1", email: "ann@example.com", role: "viewer" };
    const see = (context: TestContext) =>
      read(context, projectMember, { id: "proj_1/usr_5d6f7g8h", props: foreign(inputs) });
    expect(await believed(members, see, list)).toBe("key");
  });

  test("not what is on another prefix, whose keys see other projects (spec 5)", async () => {
    const web = { name: "web-1", status: "running" };
    const webs = { call: "GET /api/v1/instances", answer: [web] };
    const props = foreign({ name: "web-1", __generatedName: true });
    const see = (context: TestContext) => read(context, container, { id: "web-1", props });
    expect(await believed(webs, see, list)).toBe("key");
  });

  test("not what a static get shows", async () => {
    const see = (context: TestContext) => refresh(context, "vol_9x4c2h6p", { __lookup: true });
    expect(await believed(other, see)).toBe("key");
  });

  test("not a name of the user's own, which another account may have given as well", async () => {
    const calls = ["web", "job"].map((name) => ({ name, status: "running" }));
    const list = { call: "GET /api/v1/instances", answer: calls.slice(0, 1) };
    const context = newContext([list, { call: "GET /api/v1/instances/job", ...none }]);
    await read(context, container, { id: "web", props: foreign({ name: "web" }) });
    const work = { id: "job", props: foreign({ name: "job" }) };
    expect((await errorOf(() => read(context, container, work))).code).toBe("key");
  });
});

describe("the mark of the key", () => {
  test("is kept anew once the key saw the object", async () => {
    const { state } = await refresh(newContext([other]), "vol_9x4c2h6p");
    expect(state).toMatchObject({ __seenBy: keyMark });
  });

  test("stays what it was where nothing can be seen", async () => {
    const { state } = await refresh(newContext([], { assumedRoutes: "never" }), "vol_9x4c2h6p");
    expect(state).toMatchObject({ __seenBy: "another" });
  });

  test("stays what it was in an update that sends nothing", async () => {
    const state = foreign({ region: "eu", sizeGb: 10 });
    const inputs = { ...state, timeouts: { read: "1m" } };
    const updated = await update(newContext(), volume, { id: "vol_9x4c2h6p", state, inputs });
    expect(updated).toMatchObject({ __seenBy: "another" });
  });
});
