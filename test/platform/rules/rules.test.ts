import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { assumptionTable } from "../../../contract/assumption-table.ts";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { choiceTable } from "../../../platform/choices/table.ts";
import type { Route } from "../../../platform/http/route.ts";
import { type LoggedRequest, openPlatform } from "../../../platform/index.ts";
import { routesUnder } from "../../../platform/kinds/shared-machines.ts";
import { clauses } from "../clauses/all.ts";
import { clauseWorld } from "../clauses/world.ts";
import { accessRefusals } from "./access.ts";
import { fieldRefusals } from "./fields.ts";
import { machineRefusals, portRefusals } from "./machines.ts";
import { siteRefusals } from "./sites.ts";
import { balancerRefusals, imageRefusals, volumeRefusals } from "./storage.ts";

const cases = [
  ...fieldRefusals,
  ...siteRefusals,
  ...volumeRefusals(),
  ...imageRefusals(),
  ...balancerRefusals(),
  ...portRefusals(),
  ...machineRefusals(),
  ...accessRefusals,
];

const directory = mkdtempSync(join(tmpdir(), "rules-"));
const clock = { now: () => Date.parse("2026-01-01T00:00:00Z") };
const platform = openPlatform({ file: join(directory, "platform.db"), clock });

afterAll(() => {
  platform.close();
  rmSync(directory, { recursive: true });
});

describe("a refusal is decided by", () => {
  // One of them makes a thousand servers.
  test.each(cases)("$by: $about", { timeout: 60_000 }, async ({ by, choices = {}, play }) => {
    const world = clauseWorld(platform, "ours");
    platform.configure({ choices });
    await play(world);
    const logged = platform.requests().at(-1);
    expect(logged?.status).toBeGreaterThanOrEqual(400);
    expect(decidedBy(logged)).toBe(by);
  });
});

describe("what decides answers", () => {
  const known = new Set<string>([
    ...clauses.map(({ spec, words }) => `${spec}: ${words}`),
    ...Object.keys(choiceTable),
    ...Object.keys(assumptionTable),
  ]);

  test("is word for word a clause of the table, or a choice or assumption", () => {
    expect(quoted.filter((rule) => !known.has(rule))).toEqual([]);
    expect(quoted.length).toBeGreaterThan(150);
  });

  test("was asked for above, each of it that is quoted anywhere in the platform", () => {
    const played = new Set<string>(cases.map(({ by }) => by));
    expect(quoted.filter((rule) => !played.has(rule) && !unreached.has(rule))).toEqual([]);
  });

  test("is stated of each field of a body", () => {
    const kinds = sources("kinds").filter((source) =>
      /\bz\s*\.(strictO|looseO|o)bject\(/.test(source),
    );
    expect(kinds).toEqual([]);
  });

  test.each(routesUnder(defaultAssumptions).map((route) => [nameOf(route), route] as const))(
    "of %s is its row of section 4, or the assumption that it is there",
    (_, { endpoint, kind, purpose, rule }) => {
      if (endpoint.standing === "assumed") expect(rule).toBe(`routes.${kind}.${purpose}`);
      else expect(rule).toMatch(new RegExp(`^${endpoint.spec}: ${endpoint.method} `));
    },
  );
});

/** Of routes that nobody has thought of; there is none. */
const unreached = new Set(["5: * full access", "5: developer create/start/stop instances"]);

function nameOf({ endpoint: { method, prefix, path } }: Route): string {
  return `${method} ${prefix}${path}`;
}

/** As the platform's sources name it: `7.5: …`, or a choice. */
function decidedBy(logged: LoggedRequest | undefined): string | null | undefined {
  return logged?.notShown ?? `${logged?.spec}: ${logged?.clause}`;
}

/** Whatever decides a refusal, by the sources of the platform. */
const quoted: readonly string[] = [...new Set(sources().flatMap(rulesIn))];

function sources(room = ""): readonly string[] {
  const root = join(import.meta.dirname, "../../../platform", room);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const written = files.filter((file) => file.endsWith(".ts") && !/(^|\/)_/.test(file));
  return written.map((file) => readFileSync(join(root, file), "utf8"));
}

function rulesIn(source: string): readonly string[] {
  const literals = [
    /"(\d[\d.a]*: [^"]+)"/g,
    /\bby(?: =|:)\s+"([a-z]\w*\.[\w.]+)"/g,
    /\b(?:notAccepted|notFound)\([^"]*"([a-z]\w*\.[\w.]+)"/g,
    /\brefusal\(\s*"\w+",\s*"([a-z]\w*\.[\w.]+)"/g,
  ];
  return literals.flatMap((literal) => [...source.matchAll(literal)].map(([, rule = ""]) => rule));
}
