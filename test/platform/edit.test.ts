import { expect, test } from "vitest";
import { idOf, newWorld } from "./support.ts";

test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  "a size of %d is refused, as no bill could count it",
  async (size_gb) => {
    const { platform, send } = newWorld();
    const body = { name: "data", region: "eu", size_gb: 10 };
    const id = idOf(await send("POST /v1/volumes", body));
    expect(() => platform.edit(`volume/${id}`, { size_gb })).toThrow("a value like 10 is needed");
    platform.edit(`volume/${id}`, { size_gb: 5 });
    platform.clock.advance(3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 5 }]);
  },
);

test("names that every object has are no fields", async () => {
  const { platform, send } = newWorld();
  const id = idOf(await send("POST /v1/volumes", { name: "data", region: "eu", size_gb: 10 }));
  const fields = JSON.parse('{"__proto__": {"size_gb": 1}}');
  expect(() => platform.edit(`volume/${id}`, fields)).toThrow("is no field of it");
});
