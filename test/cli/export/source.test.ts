import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesOf } from "../../../cli/export/files.ts";
import { namesFor } from "../../../cli/export/names.ts";
import { programOf } from "../../../cli/export/program.ts";
import { dataText } from "../../../cli/export/source.ts";
import type { Subject } from "../../../cli/export/subject.ts";
import { references } from "../../../resources/_registry.ts";
import { weird, weirdSubjects } from "../../support/weird-subjects.ts";

const root = join(import.meta.dirname, "../../..");
function project(subjects: readonly Subject[]) {
  const resources = programOf(subjects, references);
  const rest = { gaps: [], platformSteps: [], isProtecting: true, packageSpec: "^1.0.0" };
  return { name: "infra", resources, adopted: resources, ...rest };
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
      // Pulumi makes identifiers of them, for the code of an import.
      expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,119}$/);
      expect(identifier).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
    }
  });

  test("are named by their kind where their own name begins with a digit, or is none", () => {
    const names = namesFor([
      { label: "198.18.0.6", noun: "floating IP", id: "fip_1", marks: [] },
      { label: "2024 data", noun: "volume", id: "vol_1", marks: [] },
      { label: "…", noun: "load balancer", id: "lb_1", marks: [] },
    ]);
    expect(names).toEqual([
      "ip-198-18-0-6",
      "volume-2024-data",
      expect.stringMatching(/^balancer-[0-9a-f]{8}$/),
    ]);
  });

  test("are named by their regions where they have one name", () => {
    const { resources } = project(weirdSubjects());
    const volumes = resources.filter(({ className }) => className === "Volume");
    expect(volumes.map(({ name }) => name)).toContain("say-hi-eu");
    expect(volumes.map(({ name }) => name)).toContain("say-hi-us");
  });

  test("are never called like an object that is named after its region", () => {
    const [one, other] = [
      { label: "app", noun: "volume" },
      { label: "app-eu", noun: "volume" },
    ];
    const names = namesFor([
      { ...one, id: "vol_1", marks: ["eu"] },
      { ...one, id: "vol_2", marks: ["us"] },
      { ...other, id: "vol_3", marks: ["us"] },
    ]);
    expect(new Set(names).size).toBe(3);
    expect(names[1]).toBe("app-us");
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

test.each(["2024", "null", "1e3"])("a project called %s is called that in YAML, too", (name) => {
  const text = filesOf({ ...project([]), name }).get("Pulumi.yaml") ?? "";
  expect(text.split("\n")[0]).toBe(`name: "${name}"`);
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
