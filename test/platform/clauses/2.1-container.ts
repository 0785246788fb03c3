import { expect } from "vitest";
import { container } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { field, noStrings } from "./field.ts";

const whole = { ...container(), cpu_limit: "2", memory_limit: "2GiB", profile: "default" };
const request = async () => ["POST /api/v1/instances", whole] as const;

export const containerClauses: readonly Clause[] = [
  ...field(["2.1", "name string yes"], request, ...noStrings),
  {
    spec: "2.1",
    words: "path identifier of the instance ({name})",
    holds: async ({ ok }) => {
      await ok("POST /api/v1/instances", container("db"));
      expect(await ok("GET /api/v1/instances/db")).toMatchObject({ name: "db" });
    },
  },
  ...field(["2.1", "type string yes"], request, ...noStrings),
  {
    spec: "2.1",
    words: "one kind is given: container",
    holds: async ({ ok, refused }) => {
      await ok("POST /api/v1/instances", { ...container(), type: "container" });
      await refused("POST /api/v1/instances", { ...container("b"), type: "spaceship" });
    },
  },
  { spec: "2.1", words: "Other allowed values: not shown.", settled: "there is none" },
  ...field(["2.1", "image string yes"], request, ...noStrings),
  {
    spec: "2.1",
    words: "image reference of the form <os>/<version>",
    holds: async ({ ok, refused }) => {
      for (const image of ["debian", "debian/", "/13", ""]) {
        await refused("POST /api/v1/instances", { ...container(), image });
      }
      await ok("POST /api/v1/instances", { ...container(), image: "ubuntu/24.04" });
    },
  },
  ...field(["2.1", "cpu_limit string no"], request, ...noStrings),
  {
    spec: "2.1",
    words: "CPU count as a string",
    holds: async ({ ok, refused }) => {
      for (const cpu_limit of ["many", "0", "-1", ""]) {
        await refused("POST /api/v1/instances", { ...container(), cpu_limit });
      }
      const made = await ok("POST /api/v1/instances", { ...container(), cpu_limit: "4" });
      expect(made).toMatchObject({ cpu_limit: "4" });
    },
  },
  ...field(["2.1", "memory_limit string no"], request, ...noStrings),
  {
    spec: "2.1",
    words: "size with unit suffix, e.g. <n>GiB",
    holds: async ({ ok, refused }) => {
      for (const memory_limit of ["2", "much", "GiB", "-2GiB"]) {
        await refused("POST /api/v1/instances", { ...container(), memory_limit });
      }
      await ok("POST /api/v1/instances", { ...container(), memory_limit: "2GiB" });
    },
  },
  ...field(["2.1", "profile string no profile name"], request, ...noStrings),
  {
    spec: "2.1",
    words: "one named default exists",
    holds: async ({ ok }) => {
      const made = await ok("POST /api/v1/instances", { ...container(), profile: "default" });
      expect(made).toMatchObject({ profile: "default" });
    },
  },
  {
    spec: "2.1",
    words: "The instance detail (GET) returns status",
    holds: async (world) => {
      expect(await world.container()).toMatchObject({ status: expect.stringMatching(/\S/) });
    },
  },
  {
    spec: "2.1",
    words: "IP addresses",
    holds: async (world) => {
      const { ip_addresses, ipv6_addresses } = await world.container();
      expect([ip_addresses, ipv6_addresses].flat().length).toBeGreaterThan(0);
    },
  },
  {
    spec: "2.1",
    words: "resource usage",
    holds: async (world) => {
      const { cpu_limit: _cpu, memory_limit: _memory, ...detail } = await world.container();
      expect(JSON.stringify(detail)).toMatch(/cpu/);
      expect(JSON.stringify(detail)).toMatch(/memory/);
    },
  },
  {
    spec: "2.1",
    words: "the IPv6 list is in ipv6_addresses",
    holds: async (world) => {
      const { ipv6_addresses } = await world.container();
      expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
    },
  },
  {
    spec: "2.1",
    words: "Exact names of the other response fields: not shown.",
    notShown: "fields.ipAddresses",
  },
];
