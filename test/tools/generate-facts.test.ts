import ts from "typescript";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { definitions } from "../../runtime/_registry.ts";
import { boundsOf } from "../../tools/generate/bounds.ts";
import { declarationsIn, inputFields } from "../../tools/generate/declarations.ts";
import { classUses, requestText, sourceUses } from "../../tools/generate/endpoint-use.ts";
import {
  changeText,
  idText,
  orderTexts,
  priceText,
  replacementTexts,
} from "../../tools/generate/facts.ts";
import { table } from "../../tools/generate/markdown.ts";
import { modelOf } from "../../tools/generate/model.ts";
import { readSources } from "../../tools/generate/sources.ts";

const model = modelOf(readSources(`${import.meta.dirname}/../..`), definitions);

function classNamed(name: string) {
  const found = model.classes.find(({ source }) => source.className === name);
  if (found === undefined) throw new Error(`there is no class ${name}`);
  return found;
}

function fileOf(text: string): ts.SourceFile {
  return ts.createSourceFile("resources/toy/thing.ts", text, ts.ScriptTarget.ES2024, true);
}

describe("what is used", () => {
  const uses = (text: string) =>
    sourceUses(fileOf(text)).map(({ endpoint }) => requestText(endpoint));

  test("by a lookup is every endpoint its file names", () => {
    expect(uses("const endpoint = endpoints.metrics.get;")).toEqual([
      "GET /api/v1/monitoring/metrics/{name}",
    ]);
  });

  test("is nothing that a comment, a text or another table says", () => {
    expect(
      uses('// endpoints.volume.attach\nconst a = "endpoints.volume.attach"; other.volume.attach;'),
    ).toEqual([]);
  });

  test("by a class is what the contract says of it", () => {
    const purposes = (name: string) =>
      classNamed(name).uses.map(({ purpose, endpoint }) => `${purpose}: ${requestText(endpoint)}`);
    expect(purposes("ImageShare")).toEqual([
      "get: GET /v1/images/{image_id}",
      "share: POST /v1/images/{image_id}/share",
    ]);
    expect(purposes("ImportedImage")).toContain("create: POST /v1/images/import");
    expect(purposes("ImportedImage")).not.toContain("create: POST /v1/images");
    expect(purposes("Container")).toContain("list: GET /api/v1/instances");
    expect(() => classUses({ type: "toy:Thing", kind: "volume" })).toThrow(
      "toy:Thing has no requests: add it to its kind in contract/kinds.",
    );
  });
});

test.each([
  ["Volume", "`vol_…`, as the platform answers it."],
  ["Container", "`<name>`: the name is the id."],
  ["PoolVolume", "`<pool>/<name>`: the name is the id."],
  ["HealthGate", "`gate_<random>`."],
  ["PortForward", "`<instanceName>/<protocol>/<publicPort>`."],
  ["FloatingIpAssignment", "`<floatingIpId>`."],
  ["Network", "`<id>`, as the platform answers it; where the answer brings none, `<name>`."],
])("the id of %s", (name, expected) => {
  expect(idText(classNamed(name).definition)).toBe(expected);
});

test.each([
  ["Container", "desiredState", "updates in place"],
  ["Volume", "sizeGb", "updates in place; some changes are refused"],
  ["LoadBalancer", "name", "updates in place where a route allows it, else replaces"],
  ["Instance", "plan", "replaces"],
  ["Volume", "region", "refused unless `allowDataLoss`; then replaces"],
  ["Network", "description", "kept: a later change is only warned about"],
  ["Volume", "allowDataLoss", "never a request"],
])("a change of %s.%s", (name, input, expected) => {
  const { definition } = classNamed(name);
  expect(changeText(definition, definition.changes[input])).toBe(expected);
});

test("what replaces is said with its conditions", () => {
  const texts = (name: string) => replacementTexts(classNamed(name).definition);
  expect(texts("Volume")).toEqual([
    "A change of `name`, `region` or `filesystem` would replace it, which loses its data. It is refused unless `allowDataLoss` is true.",
  ]);
  expect(texts("Firewall")).toEqual([
    "A change of `name` replaces it.",
    "A change of `inbound`, `outbound` or `raw` replaces it where no route updates it.",
  ]);
});

test("a class without a price is a problem that says where to add it", () => {
  expect(priceText(classNamed("Volume").definition)).toMatch(/^\$0\.10 per GB and month/);
  expect(() => priceText({ type: "toy:Thing" })).toThrow(
    "toy:Thing has no price: add it to its kind in contract/kinds.",
  );
});

test("an order that depends is explained, the exception first", () => {
  expect(orderTexts(classNamed("Server").definition)).toEqual([
    "The order depends on what changes. The plan's allowance of dedicated addresses may not cover two at once (spec 7.6).",
    expect.stringMatching(/^- The old one is deleted before .*\n- With a generated name/),
  ]);
});

test.each([
  ["Volume", [/^With a generated name, the new one .* With a name of your own, the old one/]],
  ["VolumeAttachment", [/^The old one is deleted before the new one is created\.$/]],
  ["FloatingIp", [/^The new one is created before the old one is deleted\.$/]],
  ["Bucket", [/^The old one is deleted before the new one is created\. Its data/]],
])("the order of %s is said", (name, texts) => {
  const said = orderTexts(classNamed(name).definition);
  expect(said).toEqual(texts.map((text) => expect.stringMatching(text)));
});

test("an input that also takes a resource is shown as programs give it", () => {
  const declarations = declarationsIn([
    fileOf(`/** In. */
export interface ThingInputs {
  /** The place,
   * as a {@link Place}. */
  place: IdOf<Place>;
  others: IdOf<Place | Hall>[];
  size?: "s" | "m";
}`),
  ]);
  expect(inputFields("Thing", declarations)).toMatchObject([
    { name: "place", type: "string | Place", isOptional: false, docs: "The place, as a `Place`." },
    { name: "others", type: "(string | Place | Hall)[]" },
    { name: "size", type: '"s" | "m"', isOptional: true, docs: "" },
  ]);
});

test("bounds are read at every depth, and what JavaScript bounds is no limit", () => {
  const rule = z.object({ port: z.int().min(1).max(65_535), note: z.string().exactOptional() });
  const schema = z.object({
    rules: z.array(rule).min(1),
    count: z.int(),
    ratio: z.number().max(1).exactOptional(),
    id: z.string().regex(/^key_/),
    name: z.string().min(1),
  });
  expect(boundsOf(schema)).toEqual([
    "`rules`: at least one",
    "`rules[].port`: a whole number, 1 to 65535",
    "`count`: a whole number",
    "`ratio`: at most 1",
    "`id`: matches `^key_`",
  ]);
});

test("a table keeps bars inside their cells and drops columns that say nothing", () => {
  expect(
    table(
      ["a", "b", "c"],
      [
        ["x | y", "", "1"],
        ["", "", "2"],
      ],
    ),
  ).toBe("| a | c |\n|---|---|\n| x \\| y | 1 |\n| – | 2 |");
});
