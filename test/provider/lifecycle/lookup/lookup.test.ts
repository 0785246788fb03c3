import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import type { Api, ApiRequest } from "../../../../provider/http/api.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { lookUp } from "../../../../provider/lifecycle/lookup/lookup.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { type Expected, freeName } from "../../../support/fake-api.ts";
import { declared, held, newContext, newSession } from "../../../support/session.ts";

test("an object that was just created is waited for where only a GET shows it", async () => {
  const source = { instanceId: "inst_1", snapshot: "nightly" };
  const wire = { type: "snapshot", instance_id: "inst_1", snapshot: "nightly" };
  const get = { call: "GET /v1/images/img_1" };
  const missing = { ...get, status: 404, answer: { error: "no image" } };
  const context = newContext([
    freeName("POST /v1/images"),
    {
      call: "POST /v1/images",
      body: { name: "base", source: wire },
      answer: { id: "img_1", status: "creating" },
    },
    ...new Array<Expected>(5).fill(missing),
    { ...get, answer: { id: "img_1", status: "available" } },
  ]);
  const { state } = await create(context, image, declared({ name: "base", source }));
  expect(state).toMatchObject({ status: "available" });
});

test("a name that was deleted may be there again for the create that follows, an id may not", async () => {
  const entry = { name: "web", status: "running" };
  const context = newContext([{ call: "GET /api/v1/instances", answer: [entry] }]);
  context.memory.writes.noteDeleted("container", "web");
  context.memory.writes.noteDeleted("instance", "inst_1");
  const look = (operation: "create" | "read") =>
    newSession(context, container, {}, operation).lookUp("container", "web");
  expect(await look("read")).toEqual({ outcome: "gone" });
  expect(await look("create")).toEqual({ outcome: "seen", observed: entry, isListed: true });
  const creating = newSession(context, instance, {}, "create");
  expect(await creating.lookUp("instance", "inst_1")).toEqual({ outcome: "gone" });
});

test.each([
  ["read", false],
  ["delete", true],
  ["create", false],
  ["update", false],
] as const)("a look in a %s is urgent: %s", async (operation, urgent) => {
  const seen: ApiRequest["urgent"][] = [];
  const api: Api = {
    async call(_endpoint, request) {
      seen.push(request.urgent);
      return [{ id: "inst_1", status: "running" }];
    },
  };
  const session = newSession(newContext([], { api }), instance, {}, operation);
  await session.lookUp("instance", "inst_1");
  expect(seen).toEqual([urgent]);
});

/** Ids that a refresh gives where no route reads one object. */
describe("a list alone: an object", () => {
  const web = { name: "web", region: "eu", plan: "small", image: "debian/13" };
  const dead = { id: "inst_1", name: "web", status: "Deleted" };
  const others = [dead, { id: "inst_2", name: "api", status: "running" }];
  const networks = "GET /api/v1/networks";
  const back = { name: "back" };

  test.each<[string, Definition, readonly [id: string, Props], readonly [string, Json], string]>([
    ["is shown by its name, which is its id", network, ["back", back], [networks, [back]], "back"],
    [
      "of another name is another one",
      network,
      ["back", back],
      [networks, [{ name: "front" }]],
      "",
    ],
    [
      "cannot be missed where no names are shown",
      network,
      ["back", back],
      [networks, [{ title: "back" }]],
      "back",
    ],
    [
      "whose name is its id cannot either",
      bucket,
      ["back", back],
      ["GET /api/v1/storage/buckets", [{ bucket: "back" }]],
      "back",
    ],
    [
      "with an id from the platform cannot be missed where no ids are shown",
      network,
      ["net_1", back],
      [networks, [{ name: "front" }]],
      "net_1",
    ],
    [
      "that is called deleted is gone",
      instance,
      ["inst_1", web],
      ["GET /v1/instances", others],
      "",
    ],
    [
      "that is called terminated may only be stopped",
      instance,
      ["inst_1", web],
      ["GET /v1/instances", [{ ...dead, status: "TERMINATED" }]],
      "inst_1",
    ],
  ])("%s", async (_what, definition, [id, props], [call, answer], found) => {
    const none = ["network", "bucket", "instance"].map((kind) => [`routes.${kind}.get`, "none"]);
    const assumptions = Object.fromEntries(none);
    const looks = new Array<Expected>(found === "" && definition === network ? 2 : 1);
    const context = newContext(looks.fill({ call, answer }), { assumptions });
    expect((await read(context, definition, { id, props: held(props) })).id).toBe(found);
  });
});

test("an answer that calls the object deleted says that it is gone", async () => {
  const routes = { "GET /v1/instances/{instance_id}": "works" };
  const props = held({ name: "web", region: "eu", plan: "small", __routes: routes });
  const context = newContext([
    { call: "GET /v1/instances", answer: [] },
    { call: "GET /v1/instances/inst_1", answer: { id: "inst_1", name: "web", status: "Deleted" } },
  ]);
  expect((await read(context, instance, { id: "inst_1", props })).id).toBe("");
});

describe("routes that are only assumed", () => {
  test.each([405, 501])("a GET that is answered with %i is asked once in a run", async (status) => {
    const call = (id: string) => ({
      call: `GET /v1/volumes/${id}`,
      status,
      answer: { error: "no" },
    });
    const list = { call: "GET /v1/volumes", answer: [{ id: "vol_2", name: "data" }] };
    const context = newContext([call("vol_2"), list]);
    const look = async (id: string) => {
      const operation = new Operation(context, volume, { name: "read", props: held({}) });
      return (await lookUp(operation, { kind: "volume", id })).outcome;
    };
    expect([await look("vol_2"), await look("vol_2")]).toEqual(["seen", "seen"]);
  });

  test("a GET is not asked for the details of what a list shows", async () => {
    const shown = { id: "inst_1", name: "web", status: "running" };
    const context = newContext([{ call: "GET /v1/instances", answer: [shown] }]);
    const found = await read(context, instance, { id: "inst_1", props: { __lookup: true } });
    expect(found.id).toBe("inst_1");
  });

  test("a list does not show at once what was created", async () => {
    const shown = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
    const get = { call: "GET /v1/volumes/vol_1", status: 404, answer: { error: "no such route" } };
    const list = (answer: Json) => ({ call: "GET /v1/volumes", answer });
    const other = { ...shown, id: "vol_9" };
    const context = newContext([get, list([other]), get, list([other, shown])]);
    context.memory.writes.noteCreated("volume", "vol_1");
    const look = async () => {
      const operation = new Operation(context, volume, { name: "create", props: held({}) });
      return (await lookUp(operation, { kind: "volume", id: "vol_1" })).outcome;
    };
    expect(await look()).toBe("awaited");
    await context.clock.sleep(1000);
    expect(await look()).toBe("seen");
  });
});

describe("an object that a GET answers with", () => {
  async function lookedUp(answer: Json, ...further: readonly Expected[]) {
    const context = newContext([{ call: "GET /v1/volumes/17", answer }, ...further]);
    const operation = new Operation(context, volume, { name: "create", props: held({}) });
    const { outcome } = await lookUp(operation, { kind: "volume", id: "17" });
    return { outcome, learned: operation.routes.learned };
  }

  test.each<Json>([{ id: "17" }, { id: 17 }, { server_id: 1, name: "17" }, { data: { id: "17" } }])(
    "is the one that was asked for: %j",
    async (answer) => {
      const isWorking = { "GET /v1/volumes/{volume_id}": "works" };
      expect(await lookedUp(answer)).toEqual({ outcome: "seen", learned: isWorking });
    },
  );

  test.each<Json>([{ status: "ok" }, { data: null }, { id: "18" }, {}])(
    "proves neither the object nor the route where it is another one: %j",
    async (answer) => {
      const list = { call: "GET /v1/volumes", answer: [] };
      expect(await lookedUp(answer, list)).toEqual({ outcome: "unreadable", learned: {} });
    },
  );
});
