import { expect } from "vitest";
import { type Clause, settled, tested } from "./clause.ts";

export const versionClauses: readonly Clause[] = [
  tested(
    "9",
    "Version is carried in the path prefix: /api/v1, /v1 and /api/v2 exist",
    async ({ send }) => {
      const status = async (route: string) => (await send(route)).status;
      for (const route of ["GET /api/v1/instances", "GET /v1/instances", "GET /api/v2/servers"]) {
        expect(await status(route), route).toBe(200);
      }
      for (const prefix of ["", "/api", "/v2", "/api/v3", "/api/v1/v1"]) {
        expect(await status(`GET ${prefix}/instances`), prefix).toBe(404);
      }
    },
  ),
  tested("9", "with the resources listed in section 4", async ({ send }) => {
    const status = async (route: string, body?: unknown) => (await send(route, body)).status;
    // Each is below another prefix.
    expect(await status("GET /v1/networks")).toBe(404);
    expect(await status("GET /api/v1/servers")).toBe(404);
    expect(await status("POST /api/v1/floating-ips", { region: "eu" })).toBe(404);
    expect(await status("POST /api/v2/certificates", {})).toBe(404);
  }),
  settled(
    "9",
    "Deprecation policy, compatibility promises and the relation between versions: not shown.",
    "nothing depends on it",
  ),
];
