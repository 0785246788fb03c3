import { record, segment, settings, size } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const poolVolume: KindExample = {
  type: "storage:PoolVolume",
  sample: {
    pool: "default",
    name: "data",
    size: "10GiB",
    config: { "snapshots.schedule": "daily" },
    allowDataLoss: false,
  },
  other: {
    pool: "fast",
    name: "other",
    size: "20GiB",
    config: { "snapshots.schedule": "weekly" },
  },
  arbitrary: () => record({ name: segment, size, config: settings }, ["size"]),
  creation: {
    call: "POST /api/v1/storage/pools/default/volumes",
    body: { name: "data", config: { "snapshots.schedule": "daily", size: "10GiB" } },
    id: "default/data",
    answer: {},
  },
  fields: {
    specified: ["name", "config"],
    // The path, and inside `config` (spec 2.6).
    elsewhere: ["pool", "size"],
  },
};
