import { expect } from "vitest";
import { container } from "./bodies.ts";
import { type Clause, notShown, settled, tested } from "./clause.ts";
import { field, noStrings } from "./field.ts";

const whole = { ...container(), cpu_limit: "2", memory_limit: "2GiB", profile: "default" };
const request = async () => ["POST /api/v1/instances", whole] as const;

export const containerClauses: readonly Clause[] = [
  field(["2.1", "name string yes"], request, ...noStrings),
  tested("2.1", "path identifier of the instance ({name})", async ({ ok }) => {
    await ok("POST /api/v1/instances", container("db"));
    expect(await ok("GET /api/v1/instances/db")).toMatchObject({ name: "db" });
  }),
  field(["2.1", "type string yes"], request, ...noStrings),
  tested("2.1", "one kind is given: container", async ({ ok, refused }) => {
    await ok("POST /api/v1/instances", { ...container(), type: "container" });
    await refused("POST /api/v1/instances", { ...container("b"), type: "spaceship" });
  }),
  settled("2.1", "Other allowed values: not shown.", "there is none"),
  field(["2.1", "image string yes"], request, ...noStrings),
  tested("2.1", "image reference of the form <os>/<version>", async ({ ok, refused }) => {
    for (const image of ["debian", "debian/", "/13", ""]) {
      await refused("POST /api/v1/instances", { ...container(), image });
    }
    await ok("POST /api/v1/instances", { ...container(), image: "ubuntu/24.04" });
  }),
  field(["2.1", "cpu_limit string no"], request, ...noStrings),
  tested("2.1", "CPU count as a string", async ({ ok, refused }) => {
    for (const cpu_limit of ["many", "0", "-1", ""]) {
      await refused("POST /api/v1/instances", { ...container(), cpu_limit });
    }
    const made = await ok("POST /api/v1/instances", { ...container(), cpu_limit: "4" });
    expect(made).toMatchObject({ cpu_limit: "4" });
  }),
  field(["2.1", "memory_limit string no"], request, ...noStrings),
  tested("2.1", "size with unit suffix, e.g. <n>GiB", async ({ ok, refused }) => {
    for (const memory_limit of ["2", "much", "GiB", "-2GiB"]) {
      await refused("POST /api/v1/instances", { ...container(), memory_limit });
    }
    await ok("POST /api/v1/instances", { ...container(), memory_limit: "2GiB" });
  }),
  field(["2.1", "profile string no profile name"], request, ...noStrings),
  tested("2.1", "one named default exists", async ({ ok }) => {
    const made = await ok("POST /api/v1/instances", { ...container(), profile: "default" });
    expect(made).toMatchObject({ profile: "default" });
  }),
  tested("2.1", "The instance detail (GET) returns status", async (world) => {
    expect(await world.container()).toMatchObject({ status: expect.stringMatching(/\S/) });
  }),
  tested("2.1", "IP addresses", async (world) => {
    const { ip_addresses, ipv6_addresses } = await world.container();
    expect([ip_addresses, ipv6_addresses].flat().length).toBeGreaterThan(0);
  }),
  tested("2.1", "resource usage", async (world) => {
    const { cpu_limit: _cpu, memory_limit: _memory, ...detail } = await world.container();
    expect(JSON.stringify(detail)).toMatch(/cpu/);
    expect(JSON.stringify(detail)).toMatch(/memory/);
  }),
  tested("2.1", "the IPv6 list is in ipv6_addresses", async (world) => {
    const { ipv6_addresses } = await world.container();
    expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
  }),
  notShown("2.1", "Exact names of the other response fields: not shown.", "fields.ipAddresses"),
];
