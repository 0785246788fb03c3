import { expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { worldOf } from "../../../../provider/lifecycle/identity/world.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { freeName } from "../../../support/fake-api.ts";
import { declared, newContext } from "../../../support/session.ts";

test("what an operation keeps hidden of a volume is small", async () => {
  const world = worldOf({
    baseUrl: "https://console.example.com",
    apiBaseUrl: "https://api.example.com",
    account: "",
  });
  const body = { name: "data", region: "eu-1", size_gb: 10 };
  const seen = { id: "vol_1", ...body, status: "available" };
  const calls = [
    freeName("POST /v1/volumes"),
    { call: "POST /v1/volumes", body, answer: seen },
    { call: "GET /v1/volumes/vol_1", answer: seen },
  ];
  const context = newContext(calls, { world, keyMark: () => "Ab3_efgh" });
  const inputs = declared({ name: "data", region: "eu-1", sizeGb: 10 });
  const { state } = await create(context, volume, inputs);
  const hidden = Object.entries(state).filter(
    ([name]) => name.startsWith("__") && !(name in inputs),
  );
  expect(hidden.map(([name]) => name)).toEqual([
    "__world",
    "__seenBy",
    "__routes",
    "__echoes",
    "__shown",
  ]);
  expect(JSON.stringify(Object.fromEntries(hidden)).length).toBeLessThan(250);
});
