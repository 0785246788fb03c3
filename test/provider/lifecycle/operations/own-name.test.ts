import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { read } from "../../../../provider/lifecycle/operations/read.ts";
import { update } from "../../../../provider/lifecycle/operations/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import {
  errorOf,
  held,
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
      'container "main" (web) was not deleted: this API key has never seen it; maybe another account\'s. Check hosting:apiKey; with a new one of this account run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program.',
    );
  });

  test("nor is it with a name we made: the same program may have made it for another account", async () => {
    const work = { id: "web", state: { ...foreign, __generatedName: true } };
    const error = await errorOf(() => remove(newContext([list()]), container, work));
    expect(error.message).toContain(
      'container "main" (web) was not deleted: this API key has never',
    );
  });

  test("and not changed", async () => {
    const after = { ...foreign, desiredState: "stopped" };
    const work = { id: "web", state: { ...foreign, desiredState: "running" }, inputs: after };
    const error = await errorOf(() => update(newContext([list()]), container, work));
    expect(error.message).toContain('container "main" (web) was not changed: this API key');
  });

  test.each([
    ["this key saw it", held(inputs), list()],
    ["the state is of a version before", { ...held(inputs), __seenBy: undefined }, list()],
    ["it has a public address of the one in the state", foreign, ours],
  ])("but it is where %s", async (_why, state, shown) => {
    const work = { id: "web", state };
    await expect(remove(newContext([shown, erase]), container, work)).resolves.toBeUndefined();
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
      "warning: this API key has never seen a container with the name of one in this stack, which may be another account's, so the state of each is kept as it is; with a new key of this account run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi refresh --run-program.",
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
    const networks = { call: "GET /api/v1/networks", answer: [{ id: "net_1", name: "net" }] };
    const context = newContext([networks, list()]);
    await read(context, network, { id: "net_1", props: { ...held({ name: "net" }), ...another } });
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
