import { expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { poolVolume } from "../../../resources/storage/pool-volume.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";

const path = "/api/v1/storage/pools/default/volumes";
const missing = { status: 404, answer: { error: "Not Found" } };
const inputs = declared({ pool: "default", name: "data", size: "10GiB", adopt: "default/data" });
const none = { "routes.poolVolume.get": "none", "routes.poolVolume.list": "none" };

test("what a 404 of an assumed route says is missing is adopted once the user says that there is no such route", async () => {
  const calls = [
    { call: `GET ${path}/data`, ...missing },
    { call: `GET ${path}`, ...missing },
  ];
  const error = await errorOf(() => create(newContext(calls), poolVolume, inputs));
  expect(error.code).toBe("notFound");
  for (const name of Object.keys(none)) expect(error.message).toContain(`"${name}": "none"`);
  const context = newContext([], { assumptions: none });
  expect((await create(context, poolVolume, inputs)).id).toBe("default/data");
});
