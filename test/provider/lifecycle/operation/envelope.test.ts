import { expect, test } from "vitest";
import { withoutEnvelope } from "../../../../provider/lifecycle/operation/requests.ts";
import { create } from "../../../../provider/lifecycle/operations/create.ts";
import { read } from "../../../../provider/lifecycle/operations/read.ts";
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
