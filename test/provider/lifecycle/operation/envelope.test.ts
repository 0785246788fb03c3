import { expect, test } from "vitest";
import type { Kind } from "../../../../contract/endpoints.ts";
import type { Json } from "../../../../contract/naming.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { withoutEnvelope } from "../../../../provider/lifecycle/operation/envelope.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { type Expected, freeName } from "../../../support/fake-api.ts";
import { declared, newContext } from "../../../support/session.ts";

const disk = { id: "vol_1", size_gb: 10 };

test.each<[Kind, Json, Json]>([
  ["volume", { data: disk }, disk],
  ["volume", { status: "ok", volume: disk }, { status: "ok", ...disk }],
  ["volume", { status: "success", data: { volume: disk } }, { status: "success", ...disk }],
  ["volume", { result: { item: { volume: disk } } }, disk],
  ["server", { server: { id: 42 }, action: { id: 77 } }, { action: { id: 77 }, id: 42 }],
  ["server", { instance: { id: "inst_1" } }, { id: "inst_1" }],
  ["firewall", { firewall_policy: { id: 5 } }, { id: 5 }],
  ["alertRule", { rule: { id: 5 } }, { id: 5 }],
  ["network", { made: { id: "net_1" } }, { id: "net_1" }],
  ["bucket", { bucket: { name: "logs" }, keys: { a: "b" } }, { keys: { a: "b" }, name: "logs" }],
])("of a %s in %j the object is %j", (kind, answer, object) => {
  expect(withoutEnvelope(answer, kind)).toEqual(object);
});

test.each<[Kind, Json]>([
  ["instance", { id: "inst_1", image: { id: "img_1" } }],
  ["instance", { address: { id: "ip_1" }, image: { id: "img_1" } }],
  ["server", { id: 7, server_type: { id: 1, name: "small" } }],
  ["server", { id: 7, name: "web", server: { id: 3, name: "host-3" } }],
  ["server", { id: "srv-1", instance: { id: "inst_1" } }],
  ["container", { cpu: 3, memory: { used: 1 } }],
  ["volume", [disk]],
  ["volume", null],
])("of a %s there is no envelope around %j", (kind, answer) => {
  expect(withoutEnvelope(answer, kind)).toEqual(answer);
});

const sent = { name: "data", region: "eu", size_gb: 10 };
const post = { call: "POST /v1/volumes", body: sent };
const ready = { ...disk, status: "available" };

test.each<[string, Partial<Expected>, Json]>([
  ["in an envelope", { answer: { data: { ...disk, status: "creating" } } }, { data: ready }],
  ["only where it is", { status: 201, headers: { location: "/v1/volumes/vol_1" } }, ready],
  [
    "where it is on another host",
    { status: 201, headers: { location: "https://api.example/v1/volumes/vol_1?x=1" } },
    ready,
  ],
])("a create is answered by the object, %s", async (_how, answer, shown) => {
  const get = { call: "GET /v1/volumes/vol_1", answer: shown };
  const context = newContext([freeName(post.call), { ...post, ...answer }, get]);
  const given = declared({ name: "data", region: "eu", sizeGb: 10, __generatedName: true });
  const made = await create(context, volume, given);
  expect(made).toMatchObject({ id: "vol_1", state: { status: "available" } });
});

test("an id that is a number is its digits", async () => {
  const networks = { call: "GET /api/v1/networks", answer: [{ id: 17, name: "back" }] };
  const context = newContext([
    freeName("POST /api/v1/networks"),
    { call: "POST /api/v1/networks", body: { name: "back" }, answer: { id: 17, name: "back" } },
    networks,
  ]);
  const given = declared({ name: "back", __generatedName: true });
  const made = await create(context, network, given);
  const { id } = await read(context, network, { id: made.id, props: made.state });
  expect([made.id, id]).toEqual(["17", "17"]);
});
