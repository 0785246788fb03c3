import { describe, expect, test } from "vitest";
import { billedHoursPerMonth, limits, prices } from "../../contract/limits.ts";
import { rowsWith, section } from "./spec-tables.ts";

const values = columns("Limit", "Value");
const costs = columns("Item", "Price");

function columns(key: string, value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(rowsWith("8", key).map((row) => [row[key], row[value]]));
}

const perGb = (price: number) => `$${price.toFixed(2)} per GB per month`;

describe("the limits of spec 8", () => {
  const { requestsPerMinute, portBlockSize, firstPort, lastPort, mailPort } = limits;

  test.each([
    ["Request rate", `${requestsPerMinute} requests per minute per API key`],
    ["Shared IPv4 port block", `${portBlockSize} ports by default per server`],
    ["Server (target) port", `${firstPort} to ${lastPort}`],
    [`Forwarding to port ${mailPort}`, "refused unless mail enabled"],
    ["Floating IP routing time", `within ${limits.floatingIpRoutingSeconds} seconds of assignment`],
    ["Invitation validity", `${limits.invitationHours} hours`],
  ])("%s: %s", (limit, text) => {
    expect(values[limit]).toBe(text);
  });

  test("that hold no number of ours are three", () => {
    const others = [
      "Volume size",
      "Outbound bandwidth of load balancers",
      "Dedicated IPv4 holding",
    ];
    expect(Object.keys(values)).toHaveLength(6 + others.length);
    expect(Object.keys(values)).toEqual(expect.arrayContaining(others));
  });

  test("the rate is stated for /api/v1 alone", () => {
    const rate = rowsWith("8", "Limit").find((row) => row["Limit"] === "Request rate");
    expect(rate?.["Applies to"]).toBe("/api/v1 prefix");
  });

  test("the first port of a block reaches SSH, and web ports are not offered", () => {
    const shared = section("8").find((line) => line.startsWith("- Shared:"));
    const [web, secure] = limits.webPorts;
    expect(shared).toContain(`forwarded to port ${limits.sshPort} of the server`);
    expect(shared).toContain(`Ports ${web} and ${secure} on IPv4 are not available.`);
  });
});

describe("the prices of spec 8", () => {
  test.each([
    ["Block storage SSD", perGb(prices.blockStoragePerGb)],
    ["Volume snapshots", perGb(prices.volumeSnapshotPerGb)],
    ["Custom image storage", `${perGb(prices.customImagePerGb)}; gallery images free`],
    [
      "Floating IP",
      `free while assigned to a running instance; $${prices.unassignedFloatingIp} per month when reserved and unassigned`,
    ],
    ["Load balancers", "free; outbound bandwidth beyond the free amount is paid"],
    ["Shared IPv4 ports and IPv6", "included with every server"],
  ])("%s: %s", (item, text) => {
    expect(costs[item]).toBe(text);
  });

  test("a dedicated IPv4 address is billed by the hour", () => {
    expect(costs["Dedicated IPv4"]).toContain(
      `$${prices.dedicatedIpv4} per month by default, billed hourly (monthly price divided by ${billedHoursPerMonth},`,
    );
    expect(Object.keys(costs)).toHaveLength(7);
    expect(prices.loadBalancer).toBe(0);
  });
});
