import { expect, test } from "vitest";
import type { Kind } from "../../../../contract/endpoints.ts";
import type { Json } from "../../../../contract/naming.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { atLocation, withoutEnvelope } from "../../../../provider/lifecycle/operation/requests.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { freeName } from "../../../support/fake-api.ts";
import { declared, newContext } from "../../../support/session.ts";

const id = { id: "vol_1", size_gb: 10 };

test.each([
  [{ data: id }, id],
  [
    { status: "ok", volume: id },
    { status: "ok", ...id },
  ],
  [
    { bucket: { name: "logs" }, credentials: { access_key: "a" } },
    { credentials: { access_key: "a" }, name: "logs" },
  ],
  [
    { id: "inst_1", image: { id: "img_1" } },
    { id: "inst_1", image: { id: "img_1" } },
  ],
  [
    { instance: { id: "inst_1" }, image: { id: "img_1" } },
    { instance: { id: "inst_1" }, image: { id: "img_1" } },
  ],
  [
    { server: { id: 42, name: "web" }, action: { id: 77 } },
    { action: { id: 77 }, id: 42, name: "web" },
  ],
  [
    { operation: { id: "op_77", status: "pending" } },
    { operation: { id: "op_77", status: "pending" } },
  ],
  [
    { cpu: 3, memory: { used: 1 } },
    { cpu: 3, memory: { used: 1 } },
  ],
  [[{ id: "vol_1" }], [{ id: "vol_1" }]],
  [null, null],
])("of %j the object is %j", (answer, object) => {
  expect(withoutEnvelope(answer)).toEqual(object);
});

test.each<[Kind, Json, Json]>([
  ["volume", { status: "success", data: { volume: id } }, { status: "success", ...id }],
  ["volume", { result: { item: { volume: id } } }, id],
  ["volume", { id: "req-77", volume: id }, id],
  ["volume", { id: "req-77", data: id }, id],
  ["volume", { id: "req-77", name: "grow", data: id }, { name: "grow", ...id }],
  ["volume", { made: id, instance: { id: "inst_1" } }, { instance: { id: "inst_1" }, ...id }],
  ["server", { id: "req-77", server: { id: "srv-1", name: "web" } }, { id: "srv-1", name: "web" }],
  ["server", { instance: { id: "inst_1" } }, { id: "inst_1" }],
  ["server", { data: { id: "inst_1" } }, { id: "inst_1" }],
  ["firewall", { firewall_policy: { id: 5 } }, { id: 5 }],
  ["alertRule", { rule: { id: 5 } }, { id: 5 }],
])("of a %s in %j the object is %j", (kind, answer, object) => {
  expect(withoutEnvelope(answer, kind)).toEqual(object);
});

test.each<[Kind, Json]>([
  ["loadBalancer", { status: "creating", network: { id: "net_7" } }],
  ["loadBalancer", { status: "creating", made_for: { id: "inst_7" } }],
  ["loadBalancer", { status: "creating", data: { network: { id: "net_7" } } }],
  ["loadBalancer", { status: "creating", vpc: { id: "vpc_7" } }],
  ["server", { id: "srv-1", instance: { id: "inst_1" } }],
  ["server", { id: 7, server_type: { id: 1, name: "small" } }],
  ["server", { id: 7, name: "web", server: { id: 3, name: "host-3" } }],
  ["volume", { ...id, volume: { id: "vol_0" } }],
  ["volume", { id: 42, volume: { id: 43 } }],
  ["image", { status: "importing", instance: { id: "inst_1" } }],
])("of a %s there is no other object in %j", (kind, answer) => {
  expect(withoutEnvelope(answer, kind)).toEqual(answer);
});

test.each([
  [201, "https://api.example/v1/volumes/vol_9?x=1", "vol_9"],
  [201, "/v1/volumes/vol_9", "vol_9"],
  [202, "/v1/operations/op_9", undefined],
  [201, "/v1/volumes", undefined],
])("an empty %i with the Location %s shows the id %s", (status, location, shown) => {
  const answer = shown === undefined ? null : { id: shown };
  expect(atLocation({ status, headers: { location } }, "volume")).toEqual(answer);
});

test("an object is created where an empty answer says that it is", async () => {
  const body = { name: "data", region: "eu", size_gb: 10 };
  const headers = { location: "/v1/volumes/vol_1" };
  const context = newContext([
    { call: "POST /v1/volumes", body, status: 201, headers },
    { call: "GET /v1/volumes/vol_1", answer: { ...id, status: "available" } },
  ]);
  const given = declared({ name: "data", region: "eu", sizeGb: 10, __generatedName: true });
  expect((await create(context, volume, given)).id).toBe("vol_1");
});

test("an object is created and read in envelopes", async () => {
  const body = { name: "data", region: "eu", size_gb: 10 };
  const context = newContext([
    { call: "POST /v1/volumes", body, answer: { data: { ...id, status: "creating" } } },
    { call: "GET /v1/volumes/vol_1", answer: { data: { ...id, status: "available" } } },
  ]);
  const given = declared({ name: "data", region: "eu", sizeGb: 10, __generatedName: true });
  const made = await create(context, volume, given);
  expect(made).toMatchObject({ id: "vol_1", state: { status: "available" } });
});

test("an id that is a number is its digits", async () => {
  const context = newContext([
    freeName("POST /api/v1/networks"),
    { call: "POST /api/v1/networks", body: { name: "back" }, answer: { id: 17, name: "back" } },
    { call: "GET /api/v1/networks", answer: [{ id: 17, name: "back" }] },
  ]);
  const given = declared({ name: "back", __generatedName: true });
  const made = await create(context, network, given);
  const { id } = await read(context, network, { id: made.id, props: made.state });
  expect([made.id, id]).toEqual(["17", "17"]);
});
