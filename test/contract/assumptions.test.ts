import { describe, expect, test } from "vitest";
import { assumedRoutes, assumptionTable } from "../../contract/assumption-table.ts";
import {
  assumptionNames,
  defaultAssumptions,
  resolveAssumptions,
} from "../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { findRoute, parseRoute } from "../../contract/routes.ts";

const names = assumptionNames();
const routeNames = names.filter((name) => name.startsWith("routes."));

describe("assumptions", () => {
  test.each(names)("%s can be set to a value like its own", (name) => {
    const { value } = assumptionTable[name];
    expect(resolveAssumptions({ [name]: value })).toEqual(defaultAssumptions);
  });

  test("a value that is set replaces the table's, and no other", () => {
    expect(resolveAssumptions({ "fields.status": "state", "words.ready": ["up"] })).toEqual({
      ...defaultAssumptions,
      "fields.status": "state",
      "words.ready": ["up"],
    });
  });

  test.each([
    ["fields.state", "x", /nearest.*fields\.status/],
    ["x", "y", /routes\.….*platform\.…/],
    ["fields.status", 5, /a string, like "status"/],
    ["fields.status", null, /a string/],
    ["refusals.conflict", "409", /a number, like 409/],
    ["platform.uniqueNames", 1, /a boolean, like true/],
    ["words.failed", "error", /a list of strings, like \["error"/],
    ["words.failed", [1], /a list of strings/],
    ["words.failed", null, /a list of strings/],
  ])("%s set to %j is an error that names it and what can be set", (name, value, message) => {
    expect(() => resolveAssumptions({ [name]: value })).toThrow(message);
    expect(() => resolveAssumptions({ [name]: value })).toThrow(`"${name}"`);
  });
});

describe("an assumed route", () => {
  test.each(routeNames)("%s is a route under a known prefix", (name) => {
    const route = parseRoute(name, String(defaultAssumptions[name]));
    expect(route).toMatchObject({ standing: "assumed", path: expect.stringMatching(/^\/[a-z-]+/) });
  });

  test.each(routeNames)("%s is none of the documented ones", (name) => {
    const documented = Object.values(endpoints)
      .flatMap((kind) => Object.values(kind))
      .map(({ method, prefix, path }) => `${method} ${prefix}${path}`);
    expect(documented).not.toContain(defaultAssumptions[name]);
  });

  test.each(routeNames)('%s set to "none" is no route', (name) => {
    expect(parseRoute(name, "none")).toBeUndefined();
  });

  test("is used only where none is documented", () => {
    expect(findRoute("volume", "update", defaultAssumptions)).toBe(endpoints.volume.update);
    expect(findRoute("volume", "get", defaultAssumptions)).toMatchObject({
      method: "GET",
      prefix: "/v1",
      path: "/volumes/{volume_id}",
      standing: "assumed",
    });
    expect(findRoute("volume", "action", defaultAssumptions)).toBeUndefined();
  });

  test("can be moved to another prefix and method", () => {
    const assumptions = resolveAssumptions({
      "routes.loadBalancer.update": "PUT /api/v2/balancers/{id}",
    });
    expect(findRoute("loadBalancer", "update", assumptions)).toMatchObject({
      method: "PUT",
      prefix: "/api/v2",
      path: "/balancers/{id}",
    });
  });

  test.each([
    "",
    "volumes",
    "GET",
    "GET volumes",
    "FETCH /v1/volumes",
    "GET /v3/volumes",
    "get /v1/x",
  ])("%j is an error that shows how to write one", (value) => {
    expect(() => parseRoute("routes.volume.get", value)).toThrow(
      /"routes\.volume\.get".*"GET \/v1\/volumes\/\{volume_id\}"/,
    );
  });

  const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;
  const fitting: Readonly<Record<string, readonly string[]>> = {
    list: ["GET"],
    get: ["GET"],
    create: ["POST", "PUT"],
    update: ["POST", "PATCH", "PUT"],
    delete: ["POST", "DELETE"],
    action: ["POST", "PATCH", "PUT"],
  };
  const pairs = routeNames.flatMap((name) => methods.map((method) => [name, method] as const));

  test.each(pairs)("%s with %s is one only where its purpose has it", (name, method) => {
    const route = `${method} /v1/elsewhere/{id}`;
    const purpose = name.split(".")[2] ?? "";
    if (fitting[purpose]?.includes(method))
      expect(parseRoute(name, route)).toMatchObject({ method });
    else expect(() => parseRoute(name, route)).toThrow(`"${name}" must be a route with`);
  });

  test("a deletion names what it deletes", () => {
    expect(() => parseRoute("routes.volume.delete", "DELETE /v1/volumes")).toThrow(
      "must name what is deleted",
    );
  });

  test.each(routeNames)("%s has no other purpose's route that writes", (name) => {
    const known = Object.values(endpoints)
      .flatMap((kind) => Object.values<Endpoint>(kind))
      .map(({ method, prefix, path }) => `${method} ${prefix}${path}`);
    const others = [...known, ...Object.values(assumedRoutes).map(({ value }) => value)];
    for (const other of others) {
      if (other.startsWith("GET ") || other === defaultAssumptions[name]) continue;
      for (const value of [
        other,
        other.replaceAll(/\{\w+\}/g, "{id}"),
        other.replaceAll(/\{\w+\}/g, "x"),
        // As a server may read them, too.
        `${other}/`,
        other.replace(/[a-z](?=[^/{}]*$)/, (letter) => letter.toUpperCase()),
        other.replace(/e(?=[^/{}]*$)/, "%65"),
      ])
        expect(() => parseRoute(name, value)).toThrow(`assumption "${name}" must `);
    }
  });
});
