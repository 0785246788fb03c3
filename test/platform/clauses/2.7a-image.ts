import { expect } from "vitest";
import { container, image, importedImage, instance } from "./bodies.ts";
import { type Clause, outside, same, tested } from "./clause.ts";
import { noArrays, noObjects, noStrings, typeClause } from "./field.ts";
import { isIn, type Thing, type World } from "./world.ts";

const imports = async () => ["POST /v1/images/import", importedImage()] as const;

export const imageClauses: readonly Clause[] = [
  same(
    "2.7a",
    "Image ids have the shape img_<id>.",
    "4.2: POST /images image from snapshot (2.7a) created private image",
  ),
  typeClause(["2.7a", "Create from snapshot: name (string)"], "name", fromSnapshot, noStrings),
  typeClause(["2.7a", "source (object:"], "source", fromSnapshot, noObjects),
  sourceClause("type = snapshot", { type: "image" }, { type: 7 }, { type: undefined }),
  sourceClause("instance_id string", { instance_id: 7 }, { instance_id: undefined }),
  sourceClause("snapshot string snapshot name", { snapshot: 7 }, { snapshot: undefined }),
  typeClause(["2.7a", "Import: name (string)"], "name", imports, noStrings),
  typeClause(["2.7a", "url (string, address of the image file)"], "url", imports, [
    ...noStrings,
    "golden.qcow2",
    "",
  ]),
  tested("2.7a", "format (raw, qcow2, vmdk)", async ({ ok, refused }) => {
    const body = (format: unknown) => ({ ...importedImage(String(format)), format });
    for (const format of ["iso", "QCOW2", 7]) await refused("POST /v1/images/import", body(format));
    for (const format of ["raw", "qcow2", "vmdk"]) {
      await ok("POST /v1/images/import", body(format));
    }
  }),
  typeClause(["2.7a", "os_type (string, e.g. linux)"], "os_type", imports, noStrings),
  outside(
    "2.7a",
    "Raw and qcow2 are recommended",
    "advice to people: the service does nothing else with the third format",
  ),
  tested(
    "2.7a",
    "the image must be importable by the platform's instance runtime",
    async ({ id, ok, pass }) => {
      // The content at an address is not read: a word in the address means that nobody can import it.
      const url = "https://images.test/broken/fail.qcow2";
      const made = await id("POST /v1/images/import", { ...importedImage(), url });
      pass(600);
      expect(isIn("words.failed", await ok(`GET /v1/images/${made}`))).toBe(true);
    },
  ),
  typeClause(["2.7a", "Share: project_ids (array"], "project_ids", share, noArrays),
  tested("2.7a", "of strings proj_<id>", async (world) => {
    const [route] = await share(world);
    await world.refused(route, { project_ids: [7] });
    // No such id, or no such project: which of the two is not shown.
    const { status } = await world.send(route, { project_ids: ["shop"] });
    expect(status).toBeOneOf([400, 404, 422]);
    const { id } = world.platform.createProject("shop");
    expect(id).toMatch(/^proj_\w+$/);
    await world.ok(route, { project_ids: [id] });
  }),
  tested("2.7a", "A built-in gallery of public images exists", async ({ ok }) => {
    await ok("POST /api/v1/instances", container());
    await ok("POST /v1/instances", instance());
  }),
  outside("2.7a", "refreshed weekly", "what is in an image shows only inside of an instance"),
  tested("2.7a", "covering several Linux distributions and versions", async ({ ok }) => {
    const references = ["debian/12", "debian/13", "ubuntu/24.04", "alpine/3.22"];
    for (const [at, reference] of references.entries()) {
      await ok("POST /api/v1/instances", { ...container(`web${at}`), image: reference });
    }
  }),
  outside(
    "2.7a",
    "the gallery images are free",
    "the embedded platform sends no bills; the price is tested in section 8",
  ),
];

async function fromSnapshot(world: World) {
  return ["POST /v1/images", image(await world.instance())] as const;
}

async function share(world: World) {
  const id = await world.id("POST /v1/images/import", importedImage());
  world.pass(600);
  return [`POST /v1/images/${id}/share`, { project_ids: ["proj_default"] }] as const;
}

function sourceClause(words: string, ...wrong: readonly Thing[]): Clause {
  return tested("2.7a", words, async (world) => {
    const [route, body] = await fromSnapshot(world);
    for (const fields of wrong) {
      await world.refused(route, { ...body, source: { ...body.source, ...fields } });
    }
    const source = { ...body.source, instance_id: "inst_unknown" };
    expect((await world.send(route, { ...body, source })).status).toBe(404);
    await world.ok(route, body);
  });
}
