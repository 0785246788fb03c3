import { expect } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { bucket, poolVolume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { noObjects, noStrings, typeClause } from "./field.ts";

const volumes = "POST /api/v1/storage/pools/default/volumes";
const request = async () => [volumes, poolVolume()] as const;

export const storageClauses: readonly Clause[] = [
  {
    spec: "2.6",
    words: "Storage pool: listed per organization",
    holds: async ({ list }) => {
      expect((await list("GET /api/v1/storage/pools")).length).toBeGreaterThan(0);
    },
  },
  {
    spec: "2.6",
    words: "the pool is addressed by {pool} in the path",
    holds: async ({ ok, send }) => {
      const elsewhere = "POST /api/v1/storage/pools/elsewhere/volumes";
      expect((await send(elsewhere, poolVolume())).status).toBe(404);
      await ok(volumes, poolVolume());
    },
  },
  {
    spec: "2.6",
    words: "(a pool named default exists)",
    holds: async ({ list }) => {
      const pools = await list("GET /api/v1/storage/pools");
      expect(pools).toContainEqual(expect.objectContaining({ name: "default" }));
    },
  },
  typeClause(["2.6", "Volume create: name (string)"], "name", request, noStrings),
  typeClause(["2.6", "config (object)"], "config", request, noObjects),
  {
    spec: "2.6",
    words: "size (string with unit, e.g. <n>GiB)",
    holds: async ({ ok, refused }) => {
      for (const size of [10, "10", "GiB", "big", "-1GiB"]) {
        await refused(volumes, { ...poolVolume(), config: { size } });
      }
      const made = await ok(volumes, poolVolume());
      expect(made).toMatchObject({ config: { size: "10GiB" } });
    },
  },
  {
    spec: "2.6",
    words: "Bucket: S3-compatible.",
    outside: "buckets have no data: nothing answers at their endpoints",
  },
  {
    spec: "2.6",
    words: "Create returns an S3-compatible endpoint",
    holds: async ({ ok }) => {
      const made = await ok("POST /api/v1/storage/buckets", bucket());
      expect(made[defaultAssumptions["fields.bucketEndpoint"]]).toMatch(/^https:\/\/\S+$/);
    },
  },
  {
    spec: "2.6",
    words: "and credentials",
    holds: async ({ ok }) => {
      const made = await ok("POST /api/v1/storage/buckets", bucket());
      expect(made[defaultAssumptions["fields.bucketAccessKey"]]).toMatch(/^\S{8,}$/);
      expect(made[defaultAssumptions["fields.bucketSecretKey"]]).toMatch(/^\S{16,}$/);
    },
  },
  {
    spec: "2.6",
    words: "Bucket fields: not shown.",
    settled: "other fields than the name are kept as they are",
  },
];
