import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import type { Platform } from "../../../platform/index.ts";
import type { Edge, Graph } from "../../../platform/picture/index.ts";
import { certificateBody, newInstance, newWorld, sender } from "../support.ts";
import { buildWorld } from "./world.ts";

const graphOf = (platform: Platform): Graph => JSON.parse(platform.picture("json"));

async function builtWorld() {
  const world = newWorld({ seed: "picture" });
  await buildWorld(world.send);
  return world;
}

describe("the picture of a small account", () => {
  test("as Mermaid", async () => {
    const { platform } = await builtWorld();
    await expect(platform.picture("mermaid")).toMatchFileSnapshot("golden/small.mermaid");
  });

  test("has every object there is", async () => {
    const { platform } = await builtWorld();
    platform.createKey({ level: "Read", scopes: ["*"] });
    const shown = graphOf(platform).nodes.map(({ id }) => id);
    const kinds = Map.groupBy(shown, (id) => id.split("/")[0]);
    const objects = Object.entries(platform.snapshot());
    expect(objects.map(([kind]) => [kind, kinds.get(kind)?.length])).toEqual(
      objects.map(([kind, { length }]) => [kind, length]),
    );
  });

  test("has every link there is, in the direction of `pulumi-hosting graph`", async () => {
    const { platform } = await builtWorld();
    const words = ({ from, to, label }: Edge) =>
      `${from.split("/")[0]} ${label} ${to.split("/")[0]}`;
    expect(graphOf(platform).edges.map(words).toSorted()).toEqual([
      "floatingIp assigned instance",
      "image snapshot instance",
      "instance attach volume",
      "loadBalancer backend instance",
      "loadBalancer certificate certificate",
      "portForward forward container",
      "project shares image",
      "projectMember member project",
    ]);
  });

  test("is the same whatever the answers are assumed to call their fields", async () => {
    const { platform } = newWorld({
      seed: "picture",
      assumptions: { "fields.status": "state", "fields.ipAddresses": "ips" },
    });
    await buildWorld(sender(platform));
    expect(platform.picture("svg")).toBe((await builtWorld()).platform.picture("svg"));
  });

  test("shows with the state what an object does", async () => {
    const { platform, send, clock } = newWorld();
    await newInstance(send);
    const health = () => graphOf(platform).nodes[0]?.health;
    expect(health()).toBe("waiting");
    clock.pass(3600);
    expect(health()).toBe("well");
  });
});

test("no secret is in it", async () => {
  const { platform, send } = await builtWorld();
  const bucket = await send("POST /api/v1/storage/buckets", { name: "more" });
  const { key } = platform.createKey({ level: "Read", scopes: ["*"] });
  const secret = Object(bucket.body)[defaultAssumptions["fields.bucketSecretKey"]];
  expect(secret).toMatch(/./);
  for (const format of ["svg", "mermaid", "json"] as const) {
    const text = platform.picture(format);
    const secrets = [secret, key, platform.rootKey, platform.controlToken];
    const [, line = ""] = certificateBody().private_key.split("\n");
    for (const one of [...secrets, line]) expect(text).not.toContain(one);
  }
});
