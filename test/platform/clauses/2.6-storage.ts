import { expect } from "vitest";
import { poolVolume } from "./bodies.ts";
import { type Clause, outside, same, settled, tested } from "./clause.ts";
import { noObjects, noStrings, typeClause } from "./field.ts";

const volumes = "POST /api/v1/storage/pools/default/volumes";
const request = async () => [volumes, poolVolume()] as const;

export const storageClauses: readonly Clause[] = [
  same(
    "2.6",
    "Storage pool: listed per organization",
    "4.1: GET /storage/pools none list of pools",
  ),
  tested("2.6", "the pool is addressed by {pool} in the path", async ({ ok, send }) => {
    const elsewhere = "POST /api/v1/storage/pools/elsewhere/volumes";
    expect((await send(elsewhere, poolVolume())).status).toBe(404);
    await ok(volumes, poolVolume());
  }),
  same("2.6", "(a pool named default exists)", "4.1: GET /storage/pools none list of pools"),
  typeClause(["2.6", "Volume create: name (string)"], "name", request, noStrings),
  typeClause(["2.6", "config (object)"], "config", request, noObjects),
  tested("2.6", "size (string with unit, e.g. <n>GiB)", async ({ ok, refused }) => {
    for (const size of [10, "10", "GiB", "big", "-1GiB"]) {
      await refused(volumes, { ...poolVolume(), config: { size } });
    }
    const made = await ok(volumes, poolVolume());
    expect(made).toMatchObject({ config: { size: "10GiB" } });
  }),
  outside(
    "2.6",
    "Bucket: S3-compatible.",
    "buckets have no data: nothing answers at their endpoints",
  ),
  same(
    "2.6",
    "Create returns an S3-compatible endpoint",
    "4.1: POST /storage/buckets bucket definition S3-compatible endpoint and credentials",
  ),
  same(
    "2.6",
    "and credentials",
    "4.1: POST /storage/buckets bucket definition S3-compatible endpoint and credentials",
  ),
  settled("2.6", "Bucket fields: not shown.", "other fields than the name are kept as they are"),
];
