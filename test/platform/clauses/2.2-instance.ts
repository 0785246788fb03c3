import { expect } from "vitest";
import { importedImage, instance } from "./bodies.ts";
import { type Clause, tested } from "./clause.ts";
import { field, noObjects, noStrings, typeClause } from "./field.ts";
import type { World } from "./world.ts";

const request = async () => ["POST /v1/instances", instance()] as const;

export const instanceClauses: readonly Clause[] = [
  field(["2.2", "name string yes"], request, ...noStrings),
  field(["2.2", "region string yes region identifier <region>"], request, ...noStrings),
  field(["2.2", "plan string yes plan identifier <plan>"], request, ...noStrings),
  typeClause(["2.2", "image string"], "image", request, noStrings),
  tested("2.2", "image string one of image/source", async (world) => {
    const { image: _image, ...neither } = instance();
    await world.refused("POST /v1/instances", neither);
    await world.ok("POST /v1/instances", instance());
  }),
  tested("2.2", "image reference", async ({ ok }) => {
    expect(await ok("POST /v1/instances", instance())).toMatchObject({ image: "debian/13" });
  }),
  typeClause(["2.2", "source object"], "source", fromImage, noObjects),
  tested("2.2", "source object one of image/source", async (world) => {
    const [route, body] = await fromImage(world);
    await world.refused(route, { ...body, image: "debian/13" });
    await world.ok(route, body);
  }),
  tested("2.2", "{type: image, image_id: <image_id>}", async (world) => {
    const [route, body] = await fromImage(world);
    const { image_id } = body.source;
    await world.refused(route, { ...body, source: { type: "tape", image_id } });
    await world.refused(route, { ...body, source: { type: "image" } });
    await world.ok(route, body);
  }),
  tested("2.2", "to deploy from a private image", async (world) => {
    const [route, body] = await fromImage(world);
    const source = { type: "image", image_id: "img_unknown" };
    expect((await world.send(route, { ...body, source })).status).toBe(404);
    expect(await world.ok(route, body)).toMatchObject({ source: body.source });
  }),
  tested("2.2", "Instance ids have the shape inst_<id>", async ({ id }) => {
    expect(await id("POST /v1/instances", instance())).toMatch(/^inst_\w+$/);
  }),
];

async function fromImage({ id, pass }: World) {
  const image_id = await id("POST /v1/images/import", importedImage());
  pass(600);
  const { image: _image, ...rest } = instance();
  return ["POST /v1/instances", { ...rest, source: { type: "image", image_id } }] as const;
}
