import { join } from "node:path";
import { expect, test } from "vitest";
import { lookups } from "../../resources/_lookups.ts";
import { definitions } from "../../resources/_registry.ts";
import { unusedEndpoints } from "../../scripts/generate/endpoint-use.ts";
import { modelOf, usersOf } from "../../scripts/generate/model.ts";
import { problemsOf } from "../../scripts/generate/reference.ts";
import { readSources } from "../../scripts/generate/sources.ts";

const users = usersOf(
  modelOf(readSources(join(import.meta.dirname, "../..")), definitions, lookups),
);

test("every endpoint of the specification is used, and the check fails once its last user is gone", () => {
  expect(unusedEndpoints(users)).toEqual([]);
  const without = new Map([...users].filter(([name]) => name !== "Volume"));
  expect(problemsOf(without, [])).toEqual([
    "POST /v1/volumes is used by no class and no lookup: use it in one.",
    "PATCH /v1/volumes/{volume_id} is used by no class and no lookup: use it in one.",
  ]);
  const pools = new Map([...users].filter(([name]) => !name.startsWith("getStoragePool")));
  expect(unusedEndpoints(pools)).toEqual(["GET /api/v1/storage/pools"]);
});
