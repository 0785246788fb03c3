import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { openPlatform } from "../../../platform/index.ts";
import { clauses } from "./_all.ts";
import { isTested } from "./clause.ts";
import { quoted, unquoted } from "./spec-units.ts";
import { clauseWorld } from "./world.ts";

const directory = mkdtempSync(join(tmpdir(), "clauses-"));
const clock = { now: () => Date.parse("2026-01-01T00:00:00Z") };
const platform = openPlatform({ file: join(directory, "platform.db"), clock });

afterAll(() => {
  platform.close();
  rmSync(directory, { recursive: true });
});

describe("the embedded platform holds", () => {
  for (const { spec, words, holds } of clauses.filter(isTested)) {
    test(`${spec}: ${words}`, async () => {
      await holds(clauseWorld(platform));
      expect(platform.requests().filter(({ rule }) => rule === null)).toEqual([]);
    });
  }
});

describe("the table of clauses", () => {
  test("quotes the specification", () => {
    expect(clauses.filter((clause) => quoted(clause) === undefined)).toEqual([]);
  });

  test("leaves out nothing that it states", () => {
    expect(unquoted(clauses)).toEqual([]);
    const fewer = clauses.filter(({ spec, words }) => spec !== "7.8" && words !== "tcp or udp");
    expect(unquoted(fewer)).toEqual([
      "2.4: tcp or udp",
      "7.8: A public port outside the caller's block is refused.",
    ]);
  });

  test("has each clause once", () => {
    const named = clauses.map(({ spec, words }) => `${spec}: ${words}`);
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  });

  test("tests what it says to be the same as something else", () => {
    const tested = clauses.filter(isTested).map(({ spec, words }) => `${spec}: ${words}`);
    const others = clauses.flatMap((clause) => ("same" in clause ? clause.same : []));
    expect(others.filter((other) => !tested.includes(other))).toEqual([]);
  });

  test("has a tested clause for each documented endpoint", () => {
    const all = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
    const starts = all.map(({ spec, method, prefix, path }) => {
      return `${spec}: ${method} ${spec === "4.3" ? prefix : ""}${path} `;
    });
    const tested = clauses.filter(isTested).map(({ spec, words }) => `${spec}: ${words} `);
    const missing = starts.filter((start) => !tested.some((words) => words.startsWith(start)));
    expect(missing).toEqual([]);
  });
});
