import { expect } from "vitest";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { server } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { answering } from "./endpoint.ts";

export const endpointClauses: readonly Clause[] = [
  {
    spec: "4",
    words: "All endpoints need authentication",
    holds: async ({ platform }) => {
      const all = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
      for (const { method, prefix, path } of all) {
        const url = `http://platform.test${prefix}${path.replace(/\{\w+\}/g, "some")}`;
        const { status } = await platform.fetch(new Request(url, { method }));
        expect(status, `${method} ${path}`).toBe(401);
      }
    },
  },
  ...answering(
    ["4.3", "POST /api/v2/servers server (2.3)", "created server"],
    async () => ["POST /api/v2/servers", server()],
    (sent) => sent,
  ),
  {
    spec: "4.3",
    words: "The floating IP reserve response has the fields id, ip, region, instance_id.",
    holds: async ({ send }) => {
      const { body } = await send("POST /v1/floating-ips", { region: "eu" });
      expect(body).toEqual(
        expect.objectContaining({
          id: expect.any(String),
          ip: expect.any(String),
          region: "eu",
          instance_id: null,
        }),
      );
    },
  },
  {
    spec: "4.3",
    words: "Response bodies of all endpoints except floating IP reserve (not shown",
    settled: "an object or a list is the answer itself",
  },
  {
    spec: "4.3",
    words: "Firewall policy request payload: not shown.",
    settled: "as in 2.5",
  },
  {
    spec: "4.3",
    words: "Bucket create request payload: not shown.",
    settled: "as in 2.6",
  },
  {
    spec: "4.3",
    words: "Paths to get, update or delete networks … not shown.",
    notShown: "routes.network.get",
  },
];
