import { describe, expect, test } from "vitest";
import type { Json } from "../../../contract/naming.ts";
import { answerTo } from "../../../provider/connection/answers.ts";
import { refuseArguments } from "../../../provider/definition/lookup.ts";
import type { Props } from "../../../provider/definition/session.ts";
import type { Context } from "../../../provider/lifecycle/operation/context.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { lookups } from "../../../resources/_lookups.ts";
import { errorOf, held, newContext } from "../../support/session.ts";
import { definitionOf } from "../../support/session-inputs.ts";

/** The answer of a lookup as programs in other languages get it. */
function ask(context: Context, name: string, args: Props): Promise<Props> {
  const lookup = lookups.find((one) => one.name === name);
  if (lookup === undefined) throw new Error(`there is no lookup ${name}`);
  refuseArguments(lookup, args);
  return answerTo(context, { ...lookup, args });
}

const networks = (...answer: Json[]) => ({ call: "GET /api/v1/networks", answer });
const volumes = (...answer: Json[]) => ({ call: "GET /v1/volumes", answer });
const [web, db] = [
  { id: "net_1", name: "web" },
  { id: "net_2", name: "db" },
];

/** The message of a lookup that fails. */
async function refusal(context: Context, name: string, args: Props): Promise<string> {
  return (await errorOf(() => ask(context, name, args))).message;
}

describe("one object of a list", () => {
  test("is found by its name or id", async () => {
    const context = newContext([networks(web, db)]);
    expect(await ask(context, "getNetwork", { name: "db" })).toEqual(db);
    expect(await ask(context, "getNetwork", { id: "net_1" })).toEqual(web);
  });

  test("is found by its name in the place of an id that no answer shows", async () => {
    const context = newContext([networks({ name: "web" })]);
    expect(await ask(context, "getNetwork", { id: "web" })).toEqual({ name: "web" });
  });

  test("is the one in the region, where several have the name", async () => {
    const [here, there] = ["eu-1", "us-1"].map((region) => ({
      id: `vol_${region}`,
      name: "data",
      region,
    }));
    const context = newContext([volumes(here ?? null, there ?? null)]);
    expect(await ask(context, "getVolume", { name: "data", region: "us-1" })).toEqual(there);
    expect(await refusal(context, "getVolume", { name: "data" })).toBe(
      'getVolume found several with name "data": vol_eu-1, vol_us-1. Name one by id or region.',
    );
  });

  test("is none that is shown as deleted", async () => {
    const gone = { id: "vol_1", name: "data", status: "deleted" };
    const living = { id: "vol_2", name: "data", status: "available" };
    const context = newContext([volumes(gone, living)]);
    expect(await ask(context, "getVolume", { name: "data" })).toEqual(living);
  });

  test.each([
    ["dbs", [web, db], 'the nearest is "db"'],
    ["mail", [web, db], "there are db, web"],
    ["web", [], "there is none"],
  ])("that is not there, %s, is an error with the nearest names", async (name, all, hint) => {
    const context = newContext([networks(...all)]);
    expect(await refusal(context, "getNetwork", { name })).toBe(
      `getNetwork found nothing with name "${name}": ${hint}.`,
    );
  });

  test("that is in another region is an error that names it", async () => {
    const all = volumes({ id: "vol_1", name: "data", region: "eu-1" });
    expect(await refusal(newContext([all]), "getVolume", { name: "data", region: "us-1" })).toMatch(
      /found nothing with name "data" and region "us-1": there is one in eu-1\./,
    );
  });

  test("is asked for by exactly one of its arguments", async () => {
    const context = newContext();
    for (const [args, says] of [
      [{}, "it needs id or name"],
      [{ id: "net_1", name: "web" }, "it takes id or name, not both"],
      [{ name: "" }, "it needs id or name"],
      [{ name: 7 }, "it needs id or name"],
      [{ name: "web", region: "eu" }, "region is not an argument of it (known: id, name)"],
    ] as const)
      expect(await refusal(context, "getNetwork", args)).toBe(
        `getNetwork asked for nothing: ${says}.`,
      );
  });
});

describe("the list of a kind", () => {
  test("is read once for all that ask in a run", async () => {
    const context = newContext([networks(web, db)]);
    for (let at = 0; at < 50; at += 1)
      expect(await ask(context, "getNetwork", { name: "web" })).toEqual(web);
    expect(await ask(context, "getNetworks", {})).toEqual({ networks: [web, db] });
  });

  test("is the one that a refresh has read", async () => {
    const context = newContext([networks(web)]);
    const props = held({ name: "web", config: {} });
    await read(context, definitionOf("network:Network"), { id: "net_1", props });
    expect(await ask(context, "getNetwork", { name: "web" })).toEqual(web);
  });

  test("is read again for an object that an earlier one lacks", async () => {
    const context = newContext([networks(web), networks(web, db)]);
    await ask(context, "getNetworks", {});
    expect(await ask(context, "getNetwork", { name: "db" })).toEqual(db);
  });

  test("is read again after a write of the run", async () => {
    const context = newContext([networks(web), networks({ ...web, description: "new" })]);
    await ask(context, "getNetwork", { name: "web" });
    context.memory.writes.noteWrite();
    expect(await ask(context, "getNetwork", { name: "web" })).toMatchObject({ description: "new" });
  });

  test("that is a part of a longer one is an error that says how to get the rest", async () => {
    const part = { call: "GET /api/v1/networks", answer: { networks: [web], has_more: true } };
    for (const [name, args] of [
      ["getNetwork", { name: "web" }],
      ["getNetworks", {}],
    ] as const)
      expect(await refusal(newContext([part]), name, args)).toMatch(
        /a part of a list.*"lists\.next"/,
      );
  });

  test.each([
    ["name", { name: "web-*" }, ["web-1", "web-2"]],
    ["name without a star", { name: "web-1" }, ["web-1"]],
    ["name with letters that mean something elsewhere", { name: "w.b-*" }, []],
    ["region", { region: "us" }, ["web-2", "db"]],
    ["both", { name: "web*", region: "us" }, ["web-2"]],
    ["nothing", {}, ["web-1", "web-2", "db"]],
  ])("is narrowed by %s", async (_what, args, names) => {
    const instances = [
      { name: "web-1", region: "eu" },
      { name: "web-2", region: "us" },
      { name: "db", region: "us" },
    ];
    const context = newContext([{ call: "GET /v1/instances", answer: instances }]);
    const { instances: found } = await ask(context, "getInstances", args);
    expect(found).toEqual(instances.filter(({ name }) => names.includes(name)));
  });
});

describe("a list that the specification does not show", () => {
  const setting = '"routes.volume.list"';

  test.each([404, 405, 501])(
    "is named as an assumption where it is answered with %s",
    async (status) => {
      const answer = { error: "no such route" };
      const context = newContext([{ call: "GET /v1/volumes", status, answer }]);
      const says = await refusal(context, "getVolume", { name: "data" });
      expect(says).toContain(
        `GET /v1/volumes was answered with ${status}. That GET /v1/volumes lists`,
      );
      expect(says).toContain(setting);
    },
  );

  test("is named as an assumption where the object is not in it", async () => {
    const says = await refusal(newContext([volumes()]), "getVolume", { name: "data" });
    expect(says).toMatch(/there is none\. That GET \/v1\/volumes lists .* is an assumption/);
  });

  test.each([
    ["none", { assumptions: { "routes.volume.list": "none" } }],
    ["never tried", { assumedRoutes: "never" }],
  ] as const)("is not asked where it is %s by the settings", async (_what, overrides) => {
    const says = await refusal(newContext([], overrides), "getVolume", { name: "data" });
    expect(says).toContain("getVolume asked for nothing");
    expect(says).toContain(setting);
  });
});
