import { expect } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { server } from "./bodies.ts";
import { type Clause, notShown, same, settled, tested } from "./clause.ts";
import { answering } from "./endpoint.ts";

export const endpointClauses: readonly Clause[] = [
  tested("4", "All endpoints need authentication", async ({ platform }) => {
    const all = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
    for (const { method, prefix, path } of all) {
      const url = `http://platform.test${prefix}${path.replace(/\{\w+\}/g, "some")}`;
      const { status } = await platform.fetch(new Request(url, { method }));
      expect(status, `${method} ${path}`).toBe(401);
    }
  }),
  answering(
    ["4.3", "POST /api/v2/servers server (2.3) created server"],
    async () => ["POST /api/v2/servers", server()],
    (sent) => sent,
  ),
  same(
    "4.3",
    "The floating IP reserve response has the fields id, ip, region, instance_id.",
    "4.2: POST /floating-ips {region} floating IP (2.8) with instance_id null",
  ),
  settled(
    "4.3",
    "Response bodies of all endpoints except floating IP reserve (not shown",
    "an object or a list is the answer itself",
  ),
  settled("4.3", "Firewall policy request payload: not shown.", "as in 2.5"),
  settled("4.3", "Bucket create request payload: not shown.", "as in 2.6"),
  notShown("4.3", "Paths to get, update or delete networks … not shown.", "routes.network.get"),
];
