import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import {
  declared,
  errorOf,
  held,
  InstantClock,
  keyMark,
  newContext,
  type TestContext,
  world,
} from "../../../support/session.ts";

const inputs = { name: "web", type: "container", image: "debian/13" };
const addresses = { ipAddresses: ["10.0.0.3"], ipv6Addresses: ["2001:db8::3"] };
const another = { __seenBy: "anotherK" };
const foreign = { ...held({ ...inputs, ...addresses }), ...another };

/** A list with a container of the name, whose addresses are others unless they are given. */
function list(more: Props = {}) {
  const shown = { ip_addresses: ["10.0.0.3"], ipv6_addresses: ["2001:db8::9"], ...more };
  return { call: "GET /api/v1/instances", answer: [{ ...inputs, status: "stopped", ...shown }] };
}

const ours = list({ ip_addresses: ["10.0.0.8"], ipv6_addresses: ["2001:DB8:0::3"] });
const erase = { call: "DELETE /api/v1/instances/web" };

describe("to a key that never saw it, what has the name may be another account's", () => {
  test("so it is not stopped, and not deleted", async () => {
    const work = { id: "web", state: foreign };
    const error = await errorOf(() => remove(newContext([list()]), container, work));
    expect(error.message).toBe(
      "container \"main\" (web) was not deleted: this API key never saw it; maybe another account's. Check hosting:apiKey; with this account's new key run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program.",
    );
  });

  test("nor is it with a name we made: the same program may have made it for another account", async () => {
    const work = { id: "web", state: { ...foreign, __generatedName: true } };
    const error = await errorOf(() => remove(newContext([list()]), container, work));
    expect(error.message).toContain(
      'container "main" (web) was not deleted: this API key never saw',
    );
  });

  test("and not changed", async () => {
    const after = { ...foreign, desiredState: "stopped" };
    const work = { id: "web", state: { ...foreign, desiredState: "running" }, inputs: after };
    const error = await errorOf(() => update(newContext([list()]), container, work));
    expect(error.message).toContain('container "main" (web) was not changed: this API key');
  });

  test("but what a start of our own brings is taken over", async () => {
    const stopped = list({ ipv6_addresses: ["2001:db8::3"] });
    const start = { call: "POST /api/v1/instances/web/action", body: { action: "start" } };
    const moved = list({ status: "running", ipv6_addresses: ["2001:db8::a2"] });
    const state = held({ ...inputs, ...addresses, status: "stopped", desiredState: "stopped" });
    const after = { ...state, desiredState: "running" };
    const context = newContext([stopped, start, moved]);
    const result = await update(context, container, { id: "web", state, inputs: after });
    expect(result).toMatchObject({ status: "running", ipv6Addresses: ["2001:db8::a2"] });
  });

  test.each([
    ["this key saw it", held(inputs), list()],
    ["the state is of a version before", { ...held(inputs), __seenBy: undefined }, list()],
    ["it has an IPv6 address of the one in the state", foreign, ours],
  ])("but it is where %s", async (_why, state, shown) => {
    const work = { id: "web", state };
    await expect(remove(newContext([shown, erase]), container, work)).resolves.toBeUndefined();
  });
});

describe("an IPv4 address may be the one that a region's containers share (spec 8)", () => {
  const shared = { ip_addresses: ["93.184.216.34"] };
  const state = { ...foreign, ipAddresses: ["93.184.216.34"] };

  test.each([
    ["with other IPv6 addresses", state, list(shared)],
    [
      "without any IPv6 address",
      { ...state, ipv6Addresses: [] },
      list({ ...shared, ipv6_addresses: [] }),
    ],
  ])("so %s it is not deleted", async (_why, of, shown) => {
    const work = { id: "web", state: of };
    expect((await errorOf(() => remove(newContext([shown]), container, work))).code).toBe("key");
  });

  test("nor does it witness for others", async () => {
    const context = newContext([list(shared)]);
    await read(context, container, { id: "web", props: state });
    const data = { id: "data", state: { ...held({ name: "data" }), ...another } };
    const buckets = { call: "GET /api/v1/storage/buckets", answer: [{ name: "data" }] };
    const later = { ...newContext([buckets]), evidence: context.evidence };
    expect((await errorOf(() => remove(later, bucket, data))).code).toBe("key");
  });

  test("and it changes when the container is moved to another host (spec 3)", async () => {
    const known = held({ ...inputs, ...addresses, ipAddresses: ["93.184.216.34"] });
    const moved = list({ ip_addresses: ["93.184.216.35"], ipv6_addresses: ["2001:db8::3"] });
    const { state: after } = await read(newContext([moved]), container, {
      id: "web",
      props: known,
    });
    expect(after).toMatchObject({ ipAddresses: ["93.184.216.35"] });
    const work = { id: "web", state: known };
    await expect(remove(newContext([moved, erase]), container, work)).resolves.toBeUndefined();
  });
});

describe("what has the name and other IPv6 addresses than the state was made by somebody else", () => {
  const props = held({ ...inputs, ...addresses, desiredState: "stopped" });
  const word = { deletedByHand: ["Container:web"] };

  test("so it is not deleted, and the next `up` does not start it", async () => {
    const context = newContext([list({ status: "running" })]);
    const { code, message } = await errorOf(() =>
      remove(context, container, { id: "web", state: props }),
    );
    expect([code, message]).toEqual([
      "key",
      'container "main" (web) was not deleted: what has its name has other addresses than the state. If they changed, run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program; if it is another, HOSTING_DELETED_BY_HAND=Container:web pulumi refresh.',
    ]);
    expect(context.journal.deletionOf({ type: "container", id: "web" })).toBeUndefined();
  });

  test("nor deleted where it is stopped already", async () => {
    const work = { id: "web", state: props };
    expect((await errorOf(() => remove(newContext([list()]), container, work))).code).toBe("key");
  });

  test("and not changed", async () => {
    const work = { id: "web", state: props, inputs: { ...props, desiredState: "running" } };
    const { message } = await errorOf(() => update(newContext([list()]), container, work));
    expect(message).toContain('container "main" (web) was not changed: what has its name has');
  });

  test("a refresh keeps the state, and says so", async () => {
    const context = newContext([list()]);
    expect((await read(context, container, { id: "web", props })).state).toEqual(props);
    expect(context.said).toEqual([
      'warning: container "main": what has its name has other addresses, so its state is kept. If they changed, run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program; if it is another, HOSTING_DELETED_BY_HAND=Container:web pulumi refresh.',
    ]);
  });

  test("and takes it over when the user says that it is the same", async () => {
    const context = newContext([list()], { acceptWorld: world });
    const { state } = await read(context, container, { id: "web", props });
    expect(state).toMatchObject({ ipv6Addresses: ["2001:db8::9"] });
  });

  test("that ours was deleted by hand is believed", async () => {
    const { id } = await read(newContext([list()], word), container, { id: "web", props });
    expect(id).toBe("");
    const work = { id: "web", state: props };
    await expect(remove(newContext([list()], word), container, work)).resolves.toBeUndefined();
  });
});

describe("other IPv6 addresses are no proof", () => {
  const props = held({ ...inputs, ...addresses });
  const running = list({ status: "running" });
  const now = new InstantClock().now();
  const minutes = 60_000;
  const stop = { call: "POST /api/v1/instances/web/action", body: { action: "stop" } };

  test.each([
    [
      "only the answer to its create showed those of the state, a moment ago",
      { ...props, __onlyAnswered: now - 20 * minutes },
    ],
    [
      "the state has that of its network alone",
      { ...props, ipv6Addresses: ["2001:db8::"], status: "running" },
    ],
  ])("where %s", async (_why, state) => {
    const { state: seen } = await read(newContext([running]), container, {
      id: "web",
      props: state,
    });
    expect(seen).toMatchObject({ ipv6Addresses: ["2001:db8::9"] });
    expect(seen).not.toHaveProperty("__onlyAnswered");
    const calls = [running, stop, list(), erase];
    await expect(
      remove(newContext(calls), container, { id: "web", state }),
    ).resolves.toBeUndefined();
  });

  const portBlock = { address: "203.0.113.1", firstPort: 20_000, lastPort: 20_009 };

  test.each([
    { ...props, portBlock, __echoes: ["image"], __onlyAnswered: now },
    { ...props, portBlock, __onlyAnswered: now, __echoes: [] },
    { ...props, portBlock, __echoes: ["image"], status: "stopped" },
  ])("but where another image is shown besides, it is another one", async (state) => {
    const context = newContext([list({ status: "running", image: "mysql/8" })]);
    const work = { id: "web", state };
    expect((await errorOf(() => remove(context, container, work))).code).toBe("key");
  });

  test.each(["Debian 13 (Trixie)", "images:debian/13", "gallery/debian-13", "Debian/13", "deb/13"])(
    "an image that no look has shown as it was sent may be written as %s",
    async (image) => {
      const state = { ...props, __onlyAnswered: now, __echoes: [] };
      const shown = { status: "running", image };
      const calls = [list(shown), stop, list({ image }), erase];
      const work = { id: "web", state };
      await expect(remove(newContext(calls), container, work)).resolves.toBeUndefined();
    },
  );

  test.each([
    ["40 minutes ago", now - 40 * minutes],
    ["at a time that no state has", true],
  ])(
    "but they are where the answer to its create came %s: its boot is over",
    async (_when, __onlyAnswered) => {
      const state = { ...props, __onlyAnswered };
      const work = { id: "web", state };
      const error = await errorOf(() => remove(newContext([running]), container, work));
      expect(error.message).toContain("was not deleted: what has its name has other addresses");
      const context = newContext([running]);
      expect((await read(context, container, { id: "web", props: state })).state).toEqual(state);
    },
  );

  describe("where it was stopped and runs now: a start may bring them, and so may somebody else", () => {
    const stopped = { ...props, status: "stopped", desiredState: "stopped", __echoes: ["image"] };
    const refreshed = (shown: Props) =>
      read(newContext([list({ status: "running", ...shown })]), container, {
        id: "web",
        props: stopped,
      });

    test("so it is not deleted", async () => {
      const work = { id: "web", state: stopped };
      const error = await errorOf(() => remove(newContext([running]), container, work));
      expect(error.message).toContain("was not deleted: what has its name has other addresses");
    });

    test("nor changed", async () => {
      const wanted = { ...stopped, desiredState: "frozen" };
      const work = { id: "web", state: stopped, inputs: wanted };
      const error = await errorOf(() => update(newContext([running]), container, work));
      expect(error.message).toContain("was not changed: what has its name has other addresses");
    });

    test.each(["debian/13", { id: 7, slug: "debian/13" }])(
      "a refresh takes it over where it shows the same image, and then it is deleted: %j",
      async (image) => {
        const { state } = await refreshed({ image });
        expect(state).toMatchObject({ status: "running", ipv6Addresses: ["2001:db8::9"] });
        const calls = [running, stop, list(), erase];
        await remove(newContext(calls), container, { id: "web", state });
      },
    );

    test.each(["mysql/8", "debian/12", undefined])(
      "and keeps the state where it shows the image %s",
      async (image) => {
        expect((await refreshed({ image })).state).toEqual(stopped);
      },
    );

    test("a run that wants it to run finds what a killed one has started", async () => {
      const wanted = { ...stopped, desiredState: "running" };
      const calls = newContext([running]);
      const after = await update(calls, container, { id: "web", state: stopped, inputs: wanted });
      expect(after).toMatchObject({ status: "running", ipv6Addresses: ["2001:db8::9"] });
    });

    test("with the addresses of the state it is deleted", async () => {
      const same = { ipv6_addresses: ["2001:db8::3"] };
      const calls = [list({ ...same, status: "running" }), stop, list(same), erase];
      const work = { id: "web", state: stopped };
      await expect(remove(newContext(calls), container, work)).resolves.toBeUndefined();
    });
  });

  test("nor are those that our own start brings, whatever was shown while it was stopped", async () => {
    const start = { call: "POST /api/v1/instances/web/action", body: { action: "start" } };
    const freeze = { call: "POST /api/v1/instances/web/action", body: { action: "freeze" } };
    const state = { ...props, status: "stopped", desiredState: "stopped" };
    const bare = list({ ip_addresses: [], ipv6_addresses: [] });
    const started = list({ status: "running", image: "Debian 13" });
    const wanted = { ...state, desiredState: "frozen" };
    const context = newContext([bare, start, started, freeze, list({ status: "frozen" })]);
    const after = await update(context, container, { id: "web", state, inputs: wanted });
    expect(after).toMatchObject({ status: "frozen", ipv6Addresses: ["2001:db8::9"] });
  });

  test("but with another image what we started is somebody else's, and nothing more is done to it", async () => {
    const start = { call: "POST /api/v1/instances/web/action", body: { action: "start" } };
    const bare = list({ ip_addresses: [], ipv6_addresses: [] });
    const state = { ...props, status: "stopped", desiredState: "stopped", __echoes: ["image"] };
    const wanted = { ...state, desiredState: "frozen" };
    const context = newContext([bare, start, list({ status: "running", image: "mysql/8" })]);
    const work = { id: "web", state, inputs: wanted };
    expect((await errorOf(() => update(context, container, work))).code).toBe("key");
  });

  test.each([
    ["moves to another host", { address: "203.0.113.9", first_port: 31_000, last_port: 31_009 }],
    [
      "is shown with more than the specification says",
      { address: "203.0.113.1", first_port: 20_000, last_port: 20_009, size: 10 },
    ],
  ])("nor are its ports: with a start the block %s", async (_why, port_block) => {
    const started = { ...props, portBlock, __echoes: ["image"], status: "stopped" };
    const context = newContext([list({ status: "running", port_block })]);
    const { state } = await read(context, container, { id: "web", props: started });
    expect(state).toMatchObject({ ipv6Addresses: ["2001:db8::9"] });
  });

  test("nor in a change of what no look has shown since its create", async () => {
    const state = { ...props, desiredState: "running", __onlyAnswered: now };
    const wanted = { ...state, desiredState: "stopped" };
    const calls = [running, stop, list({ status: "stopped" })];
    const after = await update(newContext(calls), container, { id: "web", state, inputs: wanted });
    expect(after).toMatchObject({ desiredState: "stopped" });
  });

  test("as the first look after a create finds them: the answer to that said others", async () => {
    const body = { name: "web", type: "container", image: "debian/13" };
    const answer = { ...body, status: "running", ipv6_addresses: ["2001:db8::aaaa"] };
    const calls = [
      { call: "GET /api/v1/instances", answer: [] },
      { call: "POST /api/v1/instances", body, answer },
    ];
    const { state } = await create(newContext(calls), container, declared(body));
    expect(state).toMatchObject({ ipv6Addresses: ["2001:db8::aaaa"], __onlyAnswered: now });
    const seen = await read(newContext([running]), container, { id: "web", props: state });
    expect(seen.state).toMatchObject({ ipv6Addresses: ["2001:db8::9"] });
  });
});

describe("an id that counts, or is made of the name, may be that of another account's", () => {
  const counted = { ...held({ name: "lan" }), ...another };
  const shown = (id: string | number) => ({
    call: "GET /api/v1/networks",
    answer: [{ id, name: "lan" }],
  });

  test.each([
    ["1", 1],
    ["123456", "123456"],
    ["net_12", "net_12"],
    ["net-3", "net-3"],
    ["234567", "234567"],
    ["00000012", "00000012"],
    ["net_lan", "net_lan"],
    ["lan-network-1", "lan-network-1"],
  ])("so what has the id %s is not deleted, and a refresh asks", async (id, own) => {
    const work = { id, state: counted };
    const { message } = await errorOf(() => remove(newContext([shown(own)]), network, work));
    expect(message).toContain(`network "main" (${id}) was not deleted: this API key never saw`);
    const context = newContext([shown(own)]);
    expect((await read(context, network, { id, props: counted })).state).toEqual(counted);
    expect(context.said.join()).toContain("what has the name or number of a network");
  });

  test.each(["12345678", "net_4h7q9d2s", "6f1c2a8b"])("which %s is not", async (id) => {
    const { state } = await read(newContext([shown(id)]), network, { id, props: counted });
    expect(state).toMatchObject({ __seenBy: keyMark });
  });

  test("but the user's word makes the new key known, and the key that saw it needs none", async () => {
    const accepted = newContext([shown(1)], { acceptWorld: world });
    const { state } = await read(accepted, network, { id: "1", props: counted });
    expect(state).toMatchObject({ __seenBy: keyMark });
    const none = { call: "GET /api/v1/networks", answer: [{ id: 2 }] };
    const calls = [{ call: "DELETE /api/v1/networks/1" }, none];
    await remove(newContext(calls), network, { id: "1", state });
  });
});

describe("a refresh with a key that never saw what has a name", () => {
  function refresh(context: TestContext, props: Props = foreign) {
    return read(context, container, { id: "web", props });
  }

  test("keeps the state as it is, and says so", async () => {
    const context = newContext([list()]);
    expect((await refresh(context)).state).toEqual(foreign);
    expect(context.said).toEqual([
      "warning: this API key never saw what has the name or number of a container, maybe another account's, so the state of each is kept as it is; with a new key of this account run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program.",
    ]);
  });

  test("keeps it also where we made the name: another account may have it by mistake", async () => {
    const generated = { ...foreign, __generatedName: true };
    expect((await refresh(newContext([list()]), generated)).state).toEqual(generated);
  });

  test("takes it for ours by a public address that it had before", async () => {
    const { state } = await refresh(newContext([ours]));
    expect(state).toMatchObject({ __seenBy: keyMark, ipAddresses: ["10.0.0.8"] });
  });

  test("takes it for ours by what has an id of the platform, and was seen by the same key", async () => {
    const networks = {
      call: "GET /api/v1/networks",
      answer: [{ id: "net_4h7q9d2s", name: "net" }],
    };
    const context = newContext([networks, list({ ipv6_addresses: [] })]);
    await read(context, network, {
      id: "net_4h7q9d2s",
      props: { ...held({ name: "net" }), ...another },
    });
    expect((await refresh(context)).state).toMatchObject({ __seenBy: keyMark });
  });

  test("takes it for ours when the user says that it is the same account", async () => {
    const context = newContext([list()], { acceptWorld: world });
    expect((await refresh(context)).state).toMatchObject({ __seenBy: keyMark });
  });

  test("does not take it for a witness", async () => {
    const generated = { ...foreign, __generatedName: true };
    const gone = { call: "GET /api/v1/storage/buckets/data", status: 404, answer: { error: "no" } };
    const routes = { "GET /api/v1/storage/buckets/{name}": "works" };
    const buckets = { call: "GET /api/v1/storage/buckets", answer: [{ name: "other" }] };
    const context = newContext([list(), buckets, gone]);
    await refresh(context, generated);
    const props = { ...held({ name: "data", __routes: routes }), ...another };
    const error = await errorOf(() => read(context, bucket, { id: "data", props }));
    expect(error.code).toBe("key");
  });
});
