import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesOf } from "../../../cli/export/files.ts";
import { programOf } from "../../../cli/export/program.ts";
import { dataText } from "../../../cli/export/source.ts";
import { type Subject, subjectOf } from "../../../cli/export/subject.ts";
import { inputsOf } from "../../../provider/inventory/inputs.ts";
import { definitions, references } from "../../../runtime/_registry.ts";

const root = join(import.meta.dirname, "../../..");
const weird = [
  'say "hi"',
  "it's",
  ["`$", "{process.exit(1)}`"].join(""),
  "two\nlines\r\nand \u2028 one more",
  "class",
  "default",
  "hosting",
  "compute",
  "データ",
  "Äpfel & Öl",
  "*/ // <script>",
  "\\",
  "__proto__",
  "constructor",
  "x".repeat(200),
  "1st",
  "-",
  "",
  "a",
  "A",
  "\u0000\u001B[31mred",
  "\uD800 alone",
];

function subject(type: string, id: string, observed: Readonly<Record<string, unknown>>): Subject {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`there is no ${type}`);
  const found = { definition, id, observed, isReadable: true, ...inputsOf(definition, observed) };
  const judged = subjectOf(found, { mailEnabled: false, now: 0, apiKeyId: undefined });
  if (!("isAdopted" in judged)) throw new Error(judged.why);
  return judged;
}

/** One volume, network and instance of each weird name, twice. */
function weirdSubjects(): readonly Subject[] {
  return weird.flatMap((name, at) =>
    ["eu", "us"].flatMap((region) => [
      subject("storage:Volume", `vol_${at}${region}`, { name, region, sizeGb: 10 }),
      subject("network:Network", `net_${at}${region}`, {
        name,
        description: name,
        config: { [name]: name },
      }),
      subject("compute:Instance", `inst_${at}${region}`, {
        name,
        region,
        plan: name || "s",
        image: "debian/13",
      }),
      subject("storage:VolumeAttachment", `vol_${at}${region}/inst_${at}${region}`, {
        volumeId: `vol_${at}${region}`,
        instanceId: `inst_${at}${region}`,
      }),
      subject("network:LoadBalancer", `lb_${at}${region}`, {
        ...{ name, region, backendInstances: [`inst_${at}${region}`, "inst_gone"] },
        forwardingRules: [
          { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: name || "http" },
        ],
        healthCheck: {
          protocol: "http",
          port: 80,
          path: name,
          interval: 10,
          timeout: 5,
          threshold: 3,
        },
      }),
    ]),
  );
}

function project(subjects: readonly Subject[]) {
  const resources = programOf(subjects, references);
  return { name: "infra", resources, adopted: resources, gaps: [] };
}

/** As the formatter leaves it, with its own defaults. */
function formatted(name: string, text: string): string {
  const flags = ["--indent-style=space", "--line-width=80"];
  return execFileSync(
    join(root, "node_modules/.bin/biome"),
    ["format", `--stdin-file-path=${name}`, ...flags],
    { input: text, encoding: "utf8", cwd: root },
  );
}

describe("objects of whatever name", () => {
  const files = filesOf(project(weirdSubjects()));

  test("have logical names and identifiers that all differ, of letters that need no quotes", () => {
    const { resources } = project(weirdSubjects());
    const names = resources.map(({ className, name }) => `${className} ${name}`.toLowerCase());
    const identifiers = resources.map(({ area, identifier }) => `${area}.${identifier}`);
    expect(resources).toHaveLength(weird.length * 10);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    for (const { name, identifier } of resources) {
      expect(name).toMatch(/^[A-Za-z0-9._-]{1,120}$/);
      expect(identifier).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
    }
  });

  test("are named by their regions where they have one name", () => {
    const { resources } = project(weirdSubjects());
    const volumes = resources.filter(({ className }) => className === "Volume");
    expect(volumes.map(({ name }) => name)).toContain("say-hi-eu");
    expect(volumes.map(({ name }) => name)).toContain("say-hi-us");
  });

  test("have the same names, whatever else there is", () => {
    const all = project(weirdSubjects()).resources;
    const some = project(weirdSubjects().slice(0, 10).toReversed()).resources;
    const nameOf = (of: typeof all) => new Map(of.map(({ subject, name }) => [subject.id, name]));
    for (const [id, name] of nameOf(some)) expect(nameOf(all).get(id)).toBe(name);
  });

  test.each([...files.keys()].filter((name) => /\.(ts|json)$/.test(name)))(
    "%s is as the formatter leaves it",
    (name) => {
      const text = files.get(name) ?? "";
      expect(formatted(name, text)).toBe(text);
    },
  );

  test("refer to each other, and by its id to what is not there", () => {
    const { resources } = project(weirdSubjects());
    const at = (id: string) => resources.findIndex(({ subject }) => subject.id === id);
    expect(at("vol_0eu/inst_0eu")).toBeGreaterThan(at("inst_0eu"));
    expect(files.get("network.ts")).toContain('"inst_gone"]');
    expect(files.get("network.ts")).toContain("[compute.");
    expect(files.get("storage.ts")).not.toContain('"inst_0eu"');
  });
});

test("a value is printed as what it is", () => {
  const values = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(values, (value) => {
      const read: unknown = new Function(`return ${dataText(value)};`)();
      expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    }),
  );
});

test("areas refer to each other in one direction", () => {
  const areaOf = (type: string) => type.split(":")[0] ?? "";
  const edges = [...references].flatMap(([type, list]) =>
    list.flatMap(({ to }) => to.map((target) => [areaOf(type), areaOf(target)] as const)),
  );
  const order = ["access", "compute", "network", "storage", "monitoring"];
  for (const [from, to] of edges) {
    expect(order.indexOf(to), `${from} refers to ${to}`).toBeLessThanOrEqual(order.indexOf(from));
  }
});
