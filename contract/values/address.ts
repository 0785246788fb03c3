import { BlockList, isIP } from "node:net";
import { sameCidr } from "./cidr.ts";

/**
 * True for an address of the internet, which no other network has. Whether several machines share it is
 * another matter: an IPv4 address may be a region's (spec 8).
 */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  return family !== 0 && !privateAddresses.check(text, family === 4 ? "ipv4" : "ipv6");
}

/** True when both spell the same address: `2001:DB8:0::1` and `2001:db8::1`. */
export function isSameAddress(left: string, right: string): boolean {
  const bits = isIP(left) === 4 ? 32 : 128;
  return left === right || sameCidr(`${left}/${bits}`, `${right}/${bits}`);
}

/** What every network may have: loopback, link-local, and the ranges of RFC 1918, 4193 and 6598. */
const privateAddresses = new BlockList();
for (const [net, prefix] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateAddresses.addSubnet(net, prefix, "ipv6");
}
