import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
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

const assumptions = { "routes.instance.get": "none" };
const list = "GET /v1/instances";

describe("an object that was just created", () => {
  test("is waited for where only a GET shows it", async () => {
    const source = { instanceId: "inst_1", snapshot: "nightly" };
    const body = {
      name: "base",
      source: { type: "snapshot", instance_id: "inst_1", snapshot: "nightly" },
    };
    const get = { call: "GET /v1/images/img_1" };
    const missing = { ...get, status: 404, answer: { error: "no image" } };
    const context = newContext([
      freeName("POST /v1/images"),
      { call: "POST /v1/images", body, answer: { id: "img_1", status: "creating" } },
      ...new Array<Expected>(5).fill(missing),
      { ...get, answer: { id: "img_1", status: "available" } },
    ]);
    const { state } = await create(context, image, declared({ name: "base", source }));
    expect(state).toMatchObject({ status: "available" });
  });
});

test("a name that was deleted may be there again for the create that follows, an id may not", async () => {
  const entry = { name: "web", status: "running" };
  const context = newContext([{ call: "GET /api/v1/instances", answer: [entry] }]);
  context.memory.noteDeleted("container", "web");
  context.memory.noteDeleted("instance", "inst_1");
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

describe("where answers show no ids", () => {
  const networks = "GET /api/v1/networks";
  const props = held({ name: "back" });
  const twice = (answer: Json): readonly Expected[] => [
    { call: networks, answer },
    { call: networks, answer },
  ];

  test("a name stands for the id that no answer brought", async () => {
    const context = newContext([{ call: networks, answer: [{ name: "back" }] }]);
    const { id } = await read(context, network, { id: "back", props });
    expect(id).toBe("back");
  });

  test("another name is another object", async () => {
    const assumptions = { "routes.network.get": "none" };
    const context = newContext(twice([{ name: "front" }]), { assumptions });
    const { id } = await read(context, network, { id: "back", props });
    expect(id).toBe("");
  });

  test("nor names, one that is found by its name cannot be missed", async () => {
    const assumptions = { "routes.network.get": "none", "routes.bucket.get": "none" };
    const context = newContext(
      [
        { call: networks, answer: [{ title: "back" }] },
        { call: "GET /api/v1/storage/buckets", answer: [{ bucket: "back" }] },
      ],
      { assumptions },
    );
    expect((await read(context, network, { id: "back", props })).id).toBe("back");
    expect((await read(context, bucket, { id: "back", props })).id).toBe("back");
  });

  test("an object with an id of its own cannot be missed", async () => {
    const assumptions = { "routes.network.get": "none" };
    const context = newContext([{ call: networks, answer: [{ name: "front" }] }], { assumptions });
    const { id } = await read(context, network, { id: "net_1", props });
    expect(id).toBe("net_1");
  });
});

describe("what is shown as deleted is gone", () => {
  const props = held({ name: "web", region: "eu", plan: "small", image: "debian/13" });
  const dead = { id: "inst_1", name: "web", status: "Deleted" };

  test("in an answer about it", async () => {
    const known = { ...props, __routes: { "GET /v1/instances/{instance_id}": "works" } };
    const context = newContext([
      { call: list, answer: [] },
      { call: `${list}/inst_1`, answer: dead },
    ]);
    expect((await read(context, instance, { id: "inst_1", props: known })).id).toBe("");
  });

  test("in lists, which say nothing else of it", async () => {
    const others = [dead, { id: "inst_2", name: "api", status: "running" }];
    const context = newContext([{ call: list, answer: others }], { assumptions });
    expect((await read(context, instance, { id: "inst_1", props })).id).toBe("");
  });

  test("but what is shown as terminated may only be stopped", async () => {
    const known = { ...props, __routes: { "GET /v1/instances/{instance_id}": "works" } };
    const context = newContext([{ call: list, answer: [{ ...dead, status: "TERMINATED" }] }]);
    expect((await read(context, instance, { id: "inst_1", props: known })).id).toBe("inst_1");
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
