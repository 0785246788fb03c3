/** Rule 1: an object is what its id says; where the name is the id, what differs behind it is drift. */
import { describe, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Replies } from "../../../support/fake-api.ts";
import { held } from "../../../support/session.ts";
import { type Expectation, expectOutcome, newRun } from "./run.ts";

interface Row extends Expectation {
  readonly definition: Definition;
  /** Its id, and the state before. */
  readonly was: readonly [id: string, state: Props];
  readonly platform: Replies;
}

const data = { name: "data", region: "eu", sizeGb: 10 };
const web = { name: "web", type: "container", image: "debian/13" };
const files = { name: "files" };
const scratch = { name: "scratch", pool: "default", size: "10GiB" };
const worksFor = (route: string) => ({ __routes: { [route]: "works" } });
const volumeGet = worksFor("GET /v1/volumes/{volume_id}");
const poolGet = worksFor("GET /api/v1/storage/pools/{pool}/volumes/{name}");
const notThere = { status: 404, answer: { error: "volume vol_1 not found" } };
const shownVolume = { id: "vol_1", name: "data", region: "eu", size_gb: 10 };
const shownWeb = { ...web, status: "running", ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };

/** A container as its list and its GET show it. */
function machine(shown: Props): Replies {
  const answer = JSON.parse(JSON.stringify({ ...shownWeb, ...shown }));
  return {
    "GET /api/v1/instances": { answer: [answer] },
    "GET /api/v1/instances/web": { answer },
  };
}

describe("refresh, where the platform makes the id", () => {
  test.each<[string, Row]>([
    [
      "somebody gave the volume another name: it is the same one",
      {
        definition: volume,
        was: ["vol_1", { ...data, ...volumeGet }],
        platform: {
          "GET /v1/volumes": { answer: [{ ...shownVolume, name: "moved" }] },
          "GET /v1/volumes/vol_1": { answer: { ...shownVolume, name: "moved" } },
        },
        sees: { says: /name.*"moved".*"data"/ },
        id: "vol_1",
        state: { name: "data" },
      },
    ],
    [
      "the volume was deleted, and another one has its name: that is not it",
      {
        definition: volume,
        was: ["vol_1", { ...data, ...volumeGet }],
        platform: {
          "GET /v1/volumes": { answer: [{ ...shownVolume, id: "vol_2" }] },
          "GET /v1/volumes/vol_1": notThere,
        },
        sees: "nothing",
        id: "",
      },
    ],
  ])("%s", (_happened, row) => refresh(row));
});

describe("refresh, where the name is the id (spec 2.1, 2.6)", () => {
  test.each<[string, Row]>([
    [
      "a container was deleted and made again with another image: drift",
      {
        definition: container,
        was: ["web", { ...web, __echoes: ["name", "type", "image"] }],
        platform: machine({ image: "alpine/3.22" }),
        sees: { says: /image.*"alpine\/3.22".*"debian\/13"/ },
        id: "web",
        state: { image: "debian/13", __found: { image: "alpine/3.22" } },
      },
    ],
    [
      "a container was made again as it was, with other addresses: no change but of its outputs",
      {
        definition: container,
        was: ["web", { ...web, __echoes: ["name", "type", "image"], ipAddresses: ["10.0.0.2"] }],
        platform: machine({ ip_addresses: ["10.0.0.9"] }),
        sees: "nothing",
        id: "web",
        state: { image: "debian/13", ipAddresses: ["10.0.0.9"] },
      },
    ],
    [
      "a bucket was made again",
      {
        definition: bucket,
        was: ["files", files],
        platform: {
          "GET /api/v1/storage/buckets": { answer: [{ name: "files", created_at: "2026-11-20" }] },
        },
        sees: "nothing",
        id: "files",
      },
    ],
    [
      "a volume of a pool was made again with another size: drift",
      {
        definition: poolVolume,
        was: ["default/scratch", { ...scratch, ...poolGet, __shown: {} }],
        platform: {
          "GET /api/v1/storage/pools/default/volumes/scratch": {
            answer: { name: "scratch", config: { size: "20GiB" } },
          },
        },
        sees: { says: /size.*20GiB.*10GiB/ },
        id: "default/scratch",
        state: { size: "10GiB", __found: { size: "20GiB" } },
      },
    ],
  ])("%s", (_happened, row) => refresh(row));
});

test("destroy deletes the container that has the name, whoever made it", async () => {
  const gone = { status: 404, answer: { error: "no such container" } };
  const run = newRun({
    "GET /api/v1/instances": ({ at }) => ({ answer: isDeleted(at) ? [] : [stopped] }),
    "GET /api/v1/instances/web": ({ at }) => (isDeleted(at) ? gone : { answer: stopped }),
    "DELETE /api/v1/instances/web": { answer: {} },
  });
  const stopped = { ...shownWeb, image: "alpine/3.22", status: "stopped" };
  const isDeleted = (at: number) =>
    run.sent.some(({ call, at: then }) => call.startsWith("DELETE") && then <= at);
  const outcome = await run.remove(container, { id: "web", state: held(web) });
  expectOutcome(run, outcome, { sees: "nothing", sent: ["DELETE /api/v1/instances/web"] });
});

async function refresh({ definition, was: [id, state], platform, ...expected }: Row) {
  const run = newRun(platform);
  expectOutcome(run, await run.read(definition, id, held(state)), expected);
}
