import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { doubtName } from "../../../../provider/lifecycle/create/unresolved.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  errorOf,
  held,
  InstantClock,
  keyMark,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";

const doubt = { applied: false, settlesInMs: 15_000 };
const lost = new HostingError("unknownOutcome", "the answer is lost.", { doubt });
const address = declared({ region: "eu" });
const reserve: Expected = {
  call: "POST /v1/floating-ips",
  body: { region: "eu" },
  answer: { id: "fip_1", ip: "192.0.2.1", region: "eu", instance_id: null },
};
const blocked = { changes: true, replaces: [], deleteBeforeReplace: false };
const released = { changes: true, replaces: ["adopt"], deleteBeforeReplace: true };

/** A floating IP as the state has it after a create whose answer was lost. */
async function unresolvedAddress() {
  const context = newContext([{ ...reserve, error: lost }]);
  const { id, properties } = await partialFailureOf(() => create(context, floatingIp, address));
  const token = id.replace("unresolved-", "");
  const { at } = Object(properties["__unresolved"]);
  return { id, state: properties, token, doubt: doubtName(token, at) };
}

describe("a floating IP of which nobody knows whether it exists", () => {
  test("is neither created again nor replaced", async () => {
    const { id, state } = await unresolvedAddress();
    const work = { id, state, inputs: address };
    expect(await diff(newContext(), floatingIp, work)).toEqual(blocked);
    const failure = await partialFailureOf(() => update(newContext(), floatingIp, work));
    expect(failure).toMatchObject({ id, properties: state });
    expect(failure.message).toContain("was not changed: it is still not known whether");
  });

  test("is looked for besides what is known to be another one's, which nothing else tells apart", async () => {
    const context = newContext([{ ...reserve, error: lost }]);
    const former = declared({ region: "eu" }, "former");
    context.journal.made(intentOf(context, floatingIp, former), "fip_9");
    const { id, message, properties } = await partialFailureOf(() =>
      create(context, floatingIp, address),
    );
    const way = 'for a floating IP in region "eu" besides fip_9: ';
    expect(message).toContain(`${way}if there, set adopt`);
    expect(await errorOf(() => remove(context, floatingIp, { id, state: properties }))).toEqual(
      expect.objectContaining({ message: expect.stringContaining(`${way}delete it if there`) }),
    );
  });

  test("because it was answered with a redirect says where that leads, and what to set", async () => {
    const location = "https://user:word@new.example/v1/ips?token=abc";
    const redirected = { ...reserve, answer: "", status: 301, headers: { location } };
    const context = newContext([redirected]);
    const { message } = await partialFailureOf(() => create(context, floatingIp, address));
    expect(message).toContain(
      'floating IP "main" may exist: it was redirected (301, check `hosting:apiBaseUrl`) to new.example/v1/ips. After ',
    );
    expect(message.length).toBeLessThanOrEqual(300);
  });

  test("is called as the program calls it, also after an alias gave it another name", async () => {
    const { id, state } = await unresolvedAddress();
    const inputs = declared({ region: "eu" }, "renamed");
    const { message } = await partialFailureOf(() =>
      update(newContext(), floatingIp, { id, state, inputs }),
    );
    expect(message).toContain('floating IP "renamed" was not changed');
  });

  test("stays in the state when it is refreshed", async () => {
    const { id, state } = await unresolvedAddress();
    const seen = await read(newContext(), floatingIp, { id, props: state });
    expect(seen).toEqual({ id, state, inputs: expect.objectContaining({ region: "eu" }) });
  });

  test("is not forgotten by a delete", async () => {
    const { id, state, doubt: named } = await unresolvedAddress();
    const error = await errorOf(() => remove(newContext(), floatingIp, { id, state }));
    expect(error.message).toBe(
      `floating IP "main" was not deleted: it is not known whether it exists. After 08:00:15 UTC look in the console for a floating IP in region "eu": delete it if there, then run again with HOSTING_FORGET_UNRESOLVED=${named} set.`,
    );
  });

  test("is taken over with `adopt`, and nothing is deleted for it", async () => {
    const { id, state } = await unresolvedAddress();
    const get = { call: "GET /v1/floating-ips/fip_1", answer: reserve.answer ?? null };
    const context = newContext([get]);
    const inputs = { ...address, adopt: "fip_1" };
    expect(await diff(context, floatingIp, { id, state, inputs })).toEqual(released);
    await remove(context, floatingIp, { id, state });
    expect((await create(context, floatingIp, inputs)).id).toBe("fip_1");
  });

  test("is made when the user has looked and forgets it", async () => {
    const { id, state, doubt: named } = await unresolvedAddress();
    const get = { call: "GET /v1/floating-ips/fip_1", answer: reserve.answer ?? null };
    const context = newContext([reserve, get], { forgetUnresolved: [named] });
    await context.clock.sleep(doubt.settlesInMs);
    const work = { id, state, inputs: address };
    expect(await diff(context, floatingIp, work)).toEqual(released);
    await remove(context, floatingIp, { id, state });
    expect((await create(context, floatingIp, address)).id).toBe("fip_1");
  });

  test("is not forgotten while the request may still arrive: A04 504-late-arrival", async () => {
    const { id, state, doubt: named } = await unresolvedAddress();
    const context = newContext([], { forgetUnresolved: [named] });
    const work = { id, state, inputs: address };
    expect(await diff(context, floatingIp, work)).toEqual(blocked);
    const { message } = await errorOf(() => remove(context, floatingIp, { id, state }));
    expect(message).toContain("After 08:00:15 UTC look");
  });

  test("keeps what is known of a create that was sent in its place and ended unseen", async () => {
    const { id, state, token, doubt: named } = await unresolvedAddress();
    const context = newContext([], { forgetUnresolved: [named] });
    await context.clock.sleep(doubt.settlesInMs);
    context.journal.sent(intentOf({ world, keyMark: () => keyMark }, floatingIp, address));
    await diff(context, floatingIp, { id, state, inputs: address });
    expect(context.journal.find(token)).toBeDefined();
  });

  test("is not forgotten for a word about an earlier doubt of the same create", async () => {
    const { id, state, doubt: named } = await unresolvedAddress();
    const known = { ...Object(state["__unresolved"]) };
    const later = { ...state, __unresolved: { ...known, at: known.at + 1 } };
    const context = newContext([], { forgetUnresolved: [named] });
    await context.clock.sleep(doubt.settlesInMs);
    expect(await diff(context, floatingIp, { id, state: later, inputs: address })).toEqual(blocked);
  });

  test("of another world is left alone", async () => {
    const { id, state } = await unresolvedAddress();
    const context = newContext([], { world: "embedded:other" });
    const inputs = { ...address, adopt: "fip_1" };
    const error = await errorOf(() => diff(context, floatingIp, { id, state, inputs }));
    expect(error.code).toBe("world");
  });
});

test("an image stays blocked where the list of images is no route, whatever the body of its 404", async () => {
  const inputs = declared({ name: "base", source: { instanceId: "inst_1", snapshot: "nightly" } });
  const { token } = intentOf({ world, keyMark: () => keyMark }, image, inputs);
  const past = { applied: false, settlesAt: 0, at: 0 };
  const state = { ...held(inputs), __unresolved: past };
  const unknown = { call: "GET /v1/images", status: 404, answer: { error: "path not found" } };
  const work = { id: `unresolved-${token}`, state, inputs };
  expect(await diff(newContext([unknown]), image, work)).toEqual(blocked);
});

describe("a container of which nobody knew whether it exists", () => {
  const inputs = declared({ name: "web-1", image: "debian/13", __generatedName: true });
  const machine = { name: "web-1", image: "debian/13", status: "running" };
  const port_block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };
  const whole = { ...machine, ip_addresses: ["10.0.0.1"], ipv6_addresses: [], port_block };
  const list = (...items: Json[]): Expected => ({ call: "GET /api/v1/instances", answer: items });
  const { token } = intentOf({ world, keyMark: () => keyMark }, container, inputs);
  const id = `unresolved-${token}`;
  const now = new InstantClock().now();
  const past = { applied: false, settlesAt: now - 30_000, at: now };
  const state = { ...held(inputs), __unfinished: "lost", __unresolved: past };

  test("is taken over by the next up once it is listed", async () => {
    const context = newContext([list(machine)]);
    expect(await diff(context, container, { id, state, inputs })).toEqual(released);
    await remove(context, container, { id, state });
    const next = newContext([list(whole)], { journal: context.journal });
    expect((await create(next, container, inputs)).id).toBe("web-1");
  });

  test("is created by the next up once it is proven absent", async () => {
    const context = newContext([list(), list()]);
    context.journal.sent(intentOf(context, container, inputs));
    expect(await diff(context, container, { id, state, inputs })).toEqual(released);
    expect(context.journal.find(token)).toBeUndefined();
  });

  test("stays blocked to another key than the one that sent it, whatever that sees", async () => {
    const sent = { ...state, __seenBy: "another" };
    expect(await diff(newContext(), container, { id, state: sent, inputs })).toEqual(blocked);
    const named = { ...sent, __generatedName: undefined };
    expect((await read(newContext(), container, { id, props: named })).id).toBe(id);
  });

  test("is found by a key that the user says is of the same account", async () => {
    const props = { ...state, __seenBy: "another" };
    const context = newContext([list(whole)], { acceptWorld: world });
    expect((await read(context, container, { id, props })).id).toBe("web-1");
  });

  test("stays blocked until lists show a request that arrived late, and when its inputs changed", async () => {
    const open = { ...state, __unresolved: { ...past, settlesAt: now - 29_999 } };
    const early = { id, state: open, inputs };
    expect(await diff(newContext([list()]), container, early)).toEqual(blocked);
    const other = { id, state, inputs: { ...inputs, image: "alpine/3.22" } };
    expect(await diff(newContext([list(machine)]), container, other)).toEqual(blocked);
  });

  test("with a name of the user's own stays so until lists tell it from one that was deleted", async () => {
    const named = { ...state, __generatedName: undefined };
    const props = (at: number) => ({ ...named, __unresolved: { ...past, at } });
    const early = { id, props: props(now - 29_000) };
    expect((await read(newContext(), container, early)).id).toBe(id);
    const seen = { id, props: props(now - 30_000) };
    expect((await read(newContext([list(whole)]), container, seen)).id).toBe("web-1");
  });

  test("gets its id by a refresh", async () => {
    const context = newContext([list(whole)]);
    const seen = await read(context, container, { id, props: state });
    expect(seen).toMatchObject({ id: "web-1", state: { status: "running" } });
    expect(seen.state).not.toHaveProperty("__unresolved");
    expect(seen.state).not.toHaveProperty("__unfinished");
  });

  test("is asked for by itself where the list lacks what no other answer will bring", async () => {
    const itself = { call: "GET /api/v1/instances/web-1", answer: whole };
    const seen = await read(newContext([list(machine), itself]), container, { id, props: state });
    expect(seen.state).toMatchObject({ portBlock: { firstPort: 20_000 } });
  });

  test("leaves the state by a refresh once it is proven absent", async () => {
    const context = newContext([list(), list()]);
    context.journal.made(intentOf({ world, keyMark: () => keyMark }, container, inputs), "web-1");
    expect((await read(context, container, { id, props: state })).id).toBe("");
    expect(context.journal.find(token)).toBeUndefined();
  });

  test("is deleted once it is found", async () => {
    const stopped = { ...machine, status: "stopped" };
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    await remove(newContext([list(stopped), erase]), container, { id, state });
  });
});
