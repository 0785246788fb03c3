import { expect, test } from "vitest";
import { forecast } from "../../../contract/costs/forecast.ts";
import { type PrefixedRequests, requestTable } from "../../../contract/costs/request-table.ts";
import { isOnPlatform, type Kind } from "../../../contract/endpoints.ts";
import type { AssumedRow, Row } from "../../../contract/kind.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { LoggedRequest, Platform } from "../../../platform/index.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { definitions } from "../../../resources/_registry.ts";
import { nextRun } from "../../support/next-run.ts";
import { openSample, worksOf } from "../../support/session-object.ts";

const token = (type: string) => `pulumi-nodejs:dynamic/hosting/${type}`;
const step = (op: string, type: string) => ({ op, newState: { type: token(type) } });

test("every class that sends requests is in the table", () => {
  const sending = [...definitions.values()].filter(({ kind }) => isOnPlatform(kind));
  expect(Object.keys(requestTable).sort()).toEqual(sending.map(({ type }) => type).sort());
});

/** The purpose of a request's route, e.g. `attach`. */
function nameOf(kind: Kind, { method, path }: Pick<LoggedRequest, "method" | "path">) {
  const { documented, assumed } = kinds[kind];
  const shape = path.replace(/^\/api\/v[12]|^\/v1/, "");
  const rows = Object.entries<Row | AssumedRow>({ ...documented, ...assumed });
  return rows.find(([, [verb, route]]) => {
    return verb === method && new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`).test(shape);
  })?.[0];
}

/**
 * Tells what was requested since the last call but lists that objects of the class share: it expects these to be as
 * many as the table says of the operations.
 */
function ownRequests(
  platform: Platform,
  { kind, needed }: { kind: Kind; needed: PrefixedRequests },
): (...operations: readonly (keyof typeof needed.shared)[]) => readonly (string | undefined)[] {
  let seen = platform.requests().length;
  return (...operations) => {
    const fresh = platform.requests().slice(seen);
    seen += fresh.length;
    const names = fresh.map((request) => nameOf(kind, request));
    const shared = operations.flatMap((operation) => needed.shared[operation] ?? []);
    if (shared.length === 0) return names;
    const looks = shared.reduce((sum, count) => sum + count, 0);
    const listed = names.filter((name) => name === "list");
    expect([operations, listed.length]).toEqual([operations, looks]);
    return names.filter((name) => name !== "list");
  };
}

/** Inputs that need no request, or another number of them than a change of the others. */
const unusual = ["name", "desiredState"];

test.each(Object.entries(requestTable))(
  "%s sends the requests that the table says",
  async (type, needed) => {
    const definition = definitions.get(type);
    if (definition === undefined) throw new Error(`there is no class ${type}`);
    const { context, inputs, other, platform } = await openSample(definition);
    // Each operation is in a separate run, which has seen no list yet.
    const works = () => worksOf(nextRun(context), definition);
    // The table counts for an object that is ready at once by its answer.
    platform.configure({ bootSeconds: 0, volumeSeconds: 0 });
    const own = ownRequests(platform, { kind: definition.kind, needed });
    const given = { ...inputs, __generatedName: true };
    const { id, state } = await works().create(given);
    expect(own("create")).toEqual(needed.create);
    const changed = Object.keys(other).find(
      (name) => definition.changes[name]?.on === "update" && !unusual.includes(name),
    );
    let last: Props = state;
    if (changed !== undefined) {
      last = await works().update(id, state, { ...given, [changed]: other[changed] });
      expect(own("update")).toEqual(needed.update);
    }
    if (needed.delete.length === 0) return;
    await works().remove(id, last);
    expect(own("delete")).toEqual(needed.delete);
  },
);

test("the steps of a preview become requests and time", () => {
  expect(forecast([])).toEqual({
    requests: { "/api/v1": 0, "/v1": 0, "/api/v2": 0 },
    total: 0,
    seconds: 0,
  });
  const fifty = Array.from({ length: 50 }, () => step("create", "compute:Container"));
  expect(forecast(fifty)).toMatchObject({ requests: { "/api/v1": 51 }, seconds: 0 });
  const others = ["replace", "same", "read", "create-replacement", "delete-replaced"];
  const volumes = others.map((op) => step(op, "storage:Volume"));
  expect(forecast([step("replace", "storage:Volume")])).toMatchObject({ total: 6 });
  const foreign = { op: "create", newState: { type: "random:index:RandomId" } };
  expect(forecast([...volumes, foreign])).toMatchObject({ requests: { "/v1": 6 }, total: 6 });
  const gone = { op: "delete", oldState: { type: token("storage:Bucket") } };
  const kept = { op: "delete", oldState: { ...gone.oldState, retainOnDelete: true } };
  expect(forecast([kept]).total).toBe(0);
  // The DELETE, and a look into the list whether the object is gone by it.
  expect(forecast([gone]).requests["/api/v1"]).toBe(2);
  const more = [...fifty, ...fifty, ...fifty];
  expect(forecast(more)).toMatchObject({ requests: { "/api/v1": 151 }, seconds: 120 });
});
