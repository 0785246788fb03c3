import { expect } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { firewall, network } from "./bodies.ts";
import { type Clause, settled, tested } from "./clause.ts";
import { noObjects, noStrings, typeClause } from "./field.ts";

const request = async () => ["POST /api/v1/networks", network()] as const;
const { "fields.inbound": inbound, "fields.outbound": outbound } = defaultAssumptions;

export const networkClauses: readonly Clause[] = [
  typeClause(["2.5", "Network create: name (string)"], "name", request, noStrings),
  typeClause(["2.5", "description (string)"], "description", request, noStrings),
  typeClause(["2.5", "config (object of string keys"], "config", request, noObjects),
  tested("2.5", "key ipv4.address takes a CIDR such as <ip>/<prefix>", async ({ ok, refused }) => {
    const body = (name: string, address: unknown) => {
      return { ...network(), name, config: { "ipv4.address": address } };
    };
    for (const address of ["here", "10.20.30.0", "10.20.30.0/33", "10.20.300.0/24", 7]) {
      await refused("POST /api/v1/networks", body("bad", address));
    }
    await ok("POST /api/v1/networks", body("net", "10.20.30.0/24"));
    // `<ip>/<prefix>`: the ip may as well be that of the gateway.
    await ok("POST /api/v1/networks", body("gateway", "10.20.31.1/24"));
  }),
  settled(
    "2.5",
    "Network response fields: not shown.",
    "id, and the fields of the request as they were sent",
  ),
  tested("2.5", "Firewall policy: holds inbound and outbound rules.", async ({ list, ok }) => {
    await ok("POST /api/v1/firewalls", firewall());
    const [policy] = await list("GET /api/v1/firewalls");
    expect(policy?.[inbound]).toMatchObject(firewall().inbound);
    expect(policy?.[outbound]).toMatchObject(firewall().outbound);
  }),
  settled(
    "2.5",
    "Its fields: not shown.",
    "name, and rules of protocol, ports, sources or destinations and description; others are kept",
  ),
];
