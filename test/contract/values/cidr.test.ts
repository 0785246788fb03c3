import { BlockList } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasHostBits, isCidr, networkOf, sameCidr } from "../../../contract/values/address.ts";

test.each([
  "10.0.0.0/24",
  "0.0.0.0/0",
  "10.1.2.3/32",
  "::/0",
  "2001:db8::/32",
  "::ffff:10.0.0.0/120",
])("%s is a CIDR", (text) => {
  expect(isCidr(text)).toBe(true);
  expect(hasHostBits(text)).toBe(false);
});

test.each([
  "",
  "10.0.0.0",
  "10.0.0.0/",
  "10.0.0.0/33",
  "10.0.0.0/024",
  "10.0.0.0/-1",
  "10.0.0/24",
  "10.0.0.256/24",
  "010.0.0.0/24",
  "::/129",
  "1::2::3/64",
  "fe80::1%eth0/64",
  " 10.0.0.0/24",
])("%j is not a CIDR", (text) => {
  expect(isCidr(text)).toBe(false);
  expect(hasHostBits(text)).toBe(false);
  expect(networkOf(text)).toBeUndefined();
});

test.each([
  ["10.0.0.5/24", "10.0.0.0/24"],
  ["192.168.255.255/17", "192.168.128.0/17"],
  ["10.0.0.1/0", "0.0.0.0/0"],
  ["2001:db8::1/32", "2001:db8::/32"],
  ["2001:db8:0:0:ff:0:0:1/80", "2001:db8:0:0:ff::/80"],
])("%s has host bits; its network is %s", (text, network) => {
  expect(hasHostBits(text)).toBe(true);
  expect(networkOf(text)).toBe(network);
});

test("spelling does not make another CIDR", () => {
  expect(sameCidr("2001:DB8:0::/32", "2001:db8::/32")).toBe(true);
  expect(sameCidr("::ffff:10.0.0.0/120", "::ffff:a00:0/120")).toBe(true);
  expect(sameCidr("10.0.0.0/24", "10.0.0.0/25")).toBe(false);
  expect(sameCidr("10.0.0.1/24", "10.0.0.0/24")).toBe(false);
  expect(sameCidr("::/0", "0.0.0.0/0")).toBe(false);
  expect(sameCidr("none", "none")).toBe(true);
  expect(sameCidr("none", "10.0.0.0/24")).toBe(false);
  expect(sameCidr("10.0.0.0/24", "none")).toBe(false);
});

test.each([
  ["ipv4", fc.ipV4(), 32],
  ["ipv6", fc.ipV6(), 128],
] as const)(
  "the network of any %s address holds the address and has no host bits",
  (family, ip, bits) => {
    fc.assert(
      fc.property(ip, fc.integer({ min: 0, max: bits }), (address, prefix) => {
        const network = networkOf(`${address}/${prefix}`) ?? "";
        expect(hasHostBits(network)).toBe(false);
        const list = new BlockList();
        list.addSubnet(network.split("/")[0] ?? "", prefix, family);
        expect(list.check(address, family)).toBe(true);
        expect(sameCidr(network, networkOf(network) ?? "")).toBe(true);
      }),
    );
  },
);
