import { expect } from "vitest";
import { volume } from "./bodies.ts";
import { type Clause, outside, same, tested } from "./clause.ts";
import { field, noIntegers, noStrings } from "./field.ts";

const whole = { ...volume(), filesystem: "ext4" };
const request = async () => ["POST /v1/volumes", whole] as const;

export const volumeClauses: readonly Clause[] = [
  field(["2.7", "name string yes"], request, ...noStrings),
  field(["2.7", "region string yes"], request, ...noStrings),
  field(["2.7", "size_gb integer yes"], request, ...noIntegers),
  tested("2.7", "gigabytes", async ({ ok, refused }) => {
    for (const size_gb of [0, -1]) await refused("POST /v1/volumes", { ...volume(), size_gb });
    expect(await ok("POST /v1/volumes", volume())).toMatchObject({ size_gb: 10 });
  }),
  tested("2.7", "can only be increased after creation", async ({ id, ok, refused }) => {
    const path = `PATCH /v1/volumes/${await id("POST /v1/volumes", volume())}`;
    await refused(path, { size_gb: 9 });
    await refused(path, { size_gb: 1 });
    await ok(path, { size_gb: 11 });
    await refused(path, { size_gb: 10 });
  }),
  field(["2.7", "filesystem string no"], request, ...noStrings),
  tested("2.7", "ext4, xfs, none (raw)", async ({ ok, refused }) => {
    for (const filesystem of ["ntfs", "EXT4", ""]) {
      await refused("POST /v1/volumes", { ...volume(), filesystem });
    }
    for (const filesystem of ["ext4", "xfs", "none"]) {
      const body = { ...volume(filesystem), filesystem };
      expect(await ok("POST /v1/volumes", body)).toMatchObject({ filesystem });
    }
  }),
  same(
    "2.7",
    "Volume ids have the shape vol_<id>.",
    "4.2: POST /volumes block volume (2.7) created volume",
  ),
  tested(
    "2.7",
    "Volumes persist independently of instances (they survive instance deletion).",
    async (world) => {
      const instance_id = await world.instance();
      const id = await world.id("POST /v1/volumes", volume());
      await world.ok(`POST /v1/volumes/${id}/attach`, { instance_id });
      await world.ok(`POST /v1/instances/${instance_id}/action`, { action: "stop" });
      world.pass(600);
      await world.ok(`DELETE /v1/instances/${instance_id}`);
      world.pass(600);
      expect(await world.list("GET /v1/instances")).toEqual([]);
      expect(await world.ok(`GET /v1/volumes/${id}`)).toMatchObject({ id, size_gb: 10 });
    },
  ),
  outside(
    "2.7",
    "An attached volume appears inside the instance as a block device",
    "nothing runs inside of the embedded platform's instances",
  ),
  outside(
    "2.7",
    "when no filesystem was set it must be formatted inside the instance",
    "nothing runs inside of the embedded platform's instances",
  ),
];
