import { expect, test } from "vitest";
import { idOf, imageBody, newInstance, newWorld, sender, volumeBody } from "./support.ts";

test("the bill has a line for all that costs, by project, and names what has no price", async () => {
  const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
  await send("POST /v1/volumes", { ...volumeBody("data"), size_gb: 250 });
  const [free, reserved] = [
    await send("POST /v1/floating-ips", { region: "eu" }),
    await send("POST /v1/floating-ips", { region: "eu" }),
  ];
  const instance_id = await newInstance(send);
  await send(`POST /v1/floating-ips/${idOf(free)}/assign`, { instance_id });
  await send("POST /v1/images/import", imageBody());
  await send("POST /api/v2/servers", { name: "s", size: "small", network_access: "dedicated" });
  const { id: project } = platform.createProject("shop", { id: "proj_shop" });
  const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project });
  await sender(platform, key)("POST /v1/volumes", volumeBody("shop"));

  const { lines, unpriced, ...bill } = platform.bill();
  expect(bill).toEqual({
    time: "2026-01-01T00:00:00.000Z",
    project: null,
    currency: "USD",
    total: 2500 + 200 + 200 + 100,
  });
  const shown = lines.map(({ project, kind, name, amount }) => [project, kind, name, amount]);
  expect(shown).toEqual([
    ["proj_default", "floatingIp", Object(reserved.body).ip, 200],
    ["proj_default", "volume", "data", 2500],
    ["proj_default", "dedicatedAddress", platform.addresses()[0]?.ip, 200],
    ["proj_shop", "volume", "shop", 100],
  ]);
  const kinds = unpriced.map(({ kind, name }) => `${kind} ${name}`);
  expect(kinds).toEqual(["image golden", "instance web", "server s"]);

  const own = platform.bill({ project });
  expect(own).toMatchObject({ project, total: 100, unpriced: [] });
  expect(own.lines).toEqual(lines.slice(3));
  expect(() => platform.bill({ project: "proj_x" })).toThrow(
    'The bill was not written: there is no project "proj_x".',
  );
});
