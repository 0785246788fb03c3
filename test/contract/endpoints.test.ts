import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { rowsWith } from "./spec-tables.ts";

const all: readonly Endpoint[] = Object.values(endpoints).flatMap((kind) =>
  Object.values<Endpoint>(kind),
);
const specified = [
  ...rowsOf("4.1", "/api/v1"),
  ...rowsOf("4.2", "/v1"),
  // This table alone writes the prefix into its paths.
  ...rowsOf("4.3", ""),
];

function rowsOf(number: string, prefix: string): readonly string[] {
  return rowsWith(number, "Method").map(
    (row) => `${number} ${row["Method"]} ${prefix}${row["Path"]}`,
  );
}

function scopesOf(prefix: string): readonly string[] {
  return all.filter((endpoint) => endpoint.prefix === prefix).map(({ scope }) => scope);
}

describe("the endpoints", () => {
  test("are the 39 of spec 4: none is missing, none is extra, each where it is shown", () => {
    const held = all.map(({ spec, method, prefix, path }) => `${spec} ${method} ${prefix}${path}`);
    expect(held.toSorted()).toEqual(specified.toSorted());
    expect(held).toHaveLength(39);
    expect(new Set(held).size).toBe(39);
  });

  test("are all documented ones", () => {
    expect(new Set(all.map(({ standing }) => standing))).toEqual(new Set(["documented"]));
  });
});

describe("the scopes of spec 5", () => {
  test("of /api/v1 are all used, but for the one that allows everything", () => {
    const shown = rowsWith("5", "Scope").map((row) => row["Scope"]);
    const used = scopesOf("/api/v1").filter((scope) => scope !== "not shown");
    expect([...new Set(used), "*"].toSorted()).toEqual(shown.toSorted());
  });

  test("of /v1 are all used", () => {
    const shown = rowsWith("5", "Level").map((row) => row["Level"]);
    expect([...new Set(scopesOf("/v1"))].toSorted()).toEqual(shown.toSorted());
  });

  test.each(all)("$method $prefix$path needs $scope", (endpoint) => {
    expect(endpoint.scope).toBe(scopeBySpec(endpoint));
  });
});

/** Spec 5 read as a rule; it names neither pools nor the reading and writing of alert rules. */
function scopeBySpec({ method, prefix, path }: Endpoint): string {
  const isRead = method === "GET";
  if (prefix === "/api/v2" || (path.startsWith("/storage/pools") && isRead)) return "not shown";
  if (prefix === "/v1") {
    if (isRead) return "Read";
    return /^\/(?:api-keys|projects)/.test(path) ? "Admin" : "Write";
  }
  if (path === "/monitoring/alerts") return "not shown";
  if (path.startsWith("/monitoring/metrics")) return "monitoring:read";
  const areas = { instances: "instances", networks: "networks", firewalls: "networks" } as const;
  const area =
    Object.entries(areas).find(([word]) => path.startsWith(`/${word}`))?.[1] ?? "storage";
  return `${area}:${isRead ? "read" : "write"}`;
}
