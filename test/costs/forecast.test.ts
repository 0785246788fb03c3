import { expect, test } from "vitest";
import { isOnPlatform } from "../../contract/endpoints.ts";
import { forecast } from "../../costs/forecast.ts";
import { requestTable } from "../../costs/request-table.ts";
import type { Props } from "../../provider/definition/definition.ts";
import { definitions } from "../../runtime/_registry.ts";
import { nextRun } from "../support/next-run.ts";
import { openSample, worksOf } from "../support/session-object.ts";

const token = (type: string) => `pulumi-nodejs:dynamic/hosting/${type}`;
const step = (op: string, type: string) => ({ op, newState: { type: token(type) } });

test("every class that sends requests is in the table", () => {
  const sending = [...definitions.values()].filter(({ kind }) => isOnPlatform(kind));
  expect(Object.keys(requestTable).sort()).toEqual(sending.map(({ type }) => type).sort());
});

/** Inputs that need no request, or another number of them than a change of the others. */
const unusual = ["name", "desiredState"];

test.each(Object.entries(requestTable))(
  "%s needs as many requests as the table says",
  async (type, needed) => {
    const definition = definitions.get(type);
    if (definition === undefined) throw new Error(`there is no class ${type}`);
    const { context, inputs, other, platform } = await openSample(definition);
    const works = worksOf(context, definition);
    platform.configure({ bootSeconds: 0, balancerSeconds: 0, importSeconds: 0, volumeSeconds: 0 });
    let seen = platform.requests().length;
    /** Requests since the last call, but those for lists that objects of the class share. */
    const own = () => {
      const fresh = platform.requests().slice(seen);
      seen += fresh.length;
      const isShared = ({ method, path }: (typeof fresh)[number]) =>
        needed.shared.length > 0 && method === "GET" && path.endsWith("/instances");
      return fresh.filter((request) => !isShared(request)).length;
    };
    const given = { ...inputs, __generatedName: true };
    const { id, state } = await works.create(given);
    expect(own()).toBe(needed.create);
    const changed = Object.keys(other).find(
      (name) => definition.changes[name]?.on === "update" && !unusual.includes(name),
    );
    let last: Props = state;
    if (changed !== undefined) {
      last = await works.update(id, state, { ...given, [changed]: other[changed] });
      expect(own()).toBe(needed.update);
    }
    if (needed.delete === 0) return;
    await worksOf(nextRun(context), definition).remove(id, last);
    expect(own()).toBe(needed.delete);
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
  const foreign = { op: "create", newState: { type: "random:index:RandomId" } };
  expect(forecast([...volumes, foreign])).toMatchObject({ requests: { "/v1": 4 }, total: 4 });
  const gone = { op: "delete", oldState: { type: token("storage:Bucket") } };
  expect(forecast([gone]).requests["/api/v1"]).toBe(1);
  const more = [...fifty, ...fifty, ...fifty];
  expect(forecast(more)).toMatchObject({ requests: { "/api/v1": 151 }, seconds: 120 });
});
