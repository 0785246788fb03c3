import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { volumeAttachment } from "../../../../resources/storage/volume-attachment.ts";
import type { Replies, Reply } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import { newRun, writesOf } from "../rules/run.ts";

/** Inputs of a declaration in a component of a type; without one, as an older version passes them on in a component provider. */
function inComponent(definition: Definition, inputs: Props, parent?: string): Props {
  const urn = `urn:pulumi:dev::shop::${parent}$pulumi-nodejs:dynamic/hosting/${definition.type}::main`;
  return { ...declared(inputs), ...(parent === undefined ? {} : { __urn: urn }) };
}

interface Subject {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly id: string;
  readonly platform: Replies;
}

const disk = { name: "data", region: "eu", sizeGb: 10 };
const shownDisk = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const job = { name: "job", type: "container", image: "debian/13" };
const shownJob = { ...job, status: "running", ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };
const address = { id: "fip_1", region: "eu", ip: "203.0.113.7" };

/** A platform on which nothing has the name yet. */
function empty(routes: { list: string; create: string; get: string }, reply: Reply): Replies {
  return {
    [routes.list]: { answer: [] },
    [routes.create]: reply,
    [routes.get]: reply,
  };
}

const subjects: readonly Subject[] = [
  {
    definition: volume,
    inputs: disk,
    id: "vol_1",
    platform: empty(
      { list: "GET /v1/volumes", create: "POST /v1/volumes", get: "GET /v1/volumes/vol_1" },
      { answer: shownDisk },
    ),
  },
  {
    definition: container,
    inputs: job,
    id: "job",
    platform: empty(
      {
        list: "GET /api/v1/instances",
        create: "POST /api/v1/instances",
        get: "GET /api/v1/instances/job",
      },
      { answer: shownJob },
    ),
  },
  {
    definition: floatingIp,
    inputs: { region: "eu" },
    id: "fip_1",
    platform: empty(
      {
        list: "GET /v1/floating-ips",
        create: "POST /v1/floating-ips",
        get: "GET /v1/floating-ips/fip_1",
      },
      { answer: address },
    ),
  },
];

describe.each(subjects.map((subject) => [subject.definition.noun, subject] as const))(
  "the %s of a declaration is not taken over by another one of the same run",
  (noun, { definition, inputs, id, platform }) => {
    const state = { ...held(inputs), __seenBy: "the key" };
    const [blue, green] = ["acme:Blue", "acme:Green"].map((parent) =>
      inComponent(definition, inputs, parent),
    );

    test("which created it, where nothing tells the two apart", async () => {
      const run = newRun(platform);
      const same = inComponent(definition, inputs);
      expect((await run.create(definition, same)).code).toBeUndefined();
      const second = await run.create(definition, same);
      expect(second).toMatchObject({ code: "input", id: undefined });
      expect(second.says).toMatch(
        `${noun} "main" was not created: this run has created ${noun} "main" already`,
      );
      expect(writesOf(run)).toHaveLength(1);
    });

    test("which creates it at the same time", async () => {
      const run = newRun(platform);
      const same = inComponent(definition, inputs);
      const both = await Promise.all([same, same].map((one) => run.create(definition, one)));
      expect(both.map(({ code }) => code)).toEqual([undefined, "input"]);
    });

    test("which has it, by `adopt`", async () => {
      const run = newRun(platform);
      await run.plan(definition, { id, state }, blue ?? {});
      const { says } = await run.create(definition, { ...green, adopt: id });
      expect(says).toContain(
        `${noun} "main" in acme:Green was not adopted: ${id} is the object of ${noun} "main" in acme:Blue`,
      );
      expect(writesOf(run)).toEqual([]);
    });

    test("which has it in the state, too: the error says how to part them", async () => {
      const run = newRun(platform);
      await run.plan(definition, { id, state }, blue ?? {});
      await expect(run.plan(definition, { id, state }, green ?? {})).rejects.toThrow(
        `${noun} "main" in acme:Green was not compared: its object ${id} is that of ${noun} "main" in acme:Blue, too. Nothing is lost by \`pulumi state delete '${green?.["__urn"]}'\``,
      );
    });

    test("but a create that failed may be repeated", async () => {
      const [create = ""] = Object.keys(platform).filter((route) => route.startsWith("POST"));
      let creates = 0;
      const run = newRun({
        ...platform,
        [create]: () => {
          creates += 1;
          const answer = { error: "the plan is not offered" };
          return creates === 1 ? { status: 422, answer } : { answer: { ...address, ...shownDisk } };
        },
      });
      expect((await run.create(definition, declared(inputs))).code).toBe("refused");
      await run.create(definition, declared(inputs));
      expect(creates).toBe(2);
    });

    test("but a state of 0.2.0, which does not know its parents, is unchanged", async () => {
      const run = newRun(platform);
      expect(await run.plan(definition, { id, state }, blue ?? {})).toMatchObject({
        changes: false,
      });
    });
  },
);

test("what depends on a replacement is compared by its former inputs, which may name another place", async () => {
  const run = newRun({});
  const state = held(disk);
  const [before, now] = ["acme:Old", "acme:New"].map((parent) => inComponent(volume, disk, parent));
  await run.diff(volume, { id: "vol_1", state }, before ?? {});
  expect(await run.plan(volume, { id: "vol_1", state }, now ?? {})).toMatchObject({
    changes: false,
  });
});

test("a link may be declared twice: its second request changes nothing", async () => {
  const run = newRun({ "POST /v1/volumes/vol_1/attach": { answer: {} } });
  const link = inComponent(volumeAttachment, { volumeId: "vol_1", instanceId: "inst_1" });
  for (const _time of ["first", "second"])
    expect((await run.create(volumeAttachment, link)).says).not.toContain("already");
});
