import { expect, test } from "vitest";
import { isPublicAddress, isSameAddress } from "../../../contract/values/address.ts";

test.each(["198.18.0.7", "203.0.113.1", "172.32.0.1", "2001:db8::3"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "10.0.0.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.1.1",
  "172.31.255.255",
  "192.168.1.1",
  "::",
  "::1",
  "fd00::1",
  "fe80::1",
  "::ffff:10.0.0.3",
  "",
  "web",
])("%j is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("two spellings of an address are one", () => {
  expect(isSameAddress("2001:DB8:0::3", "2001:db8::3")).toBe(true);
  expect(isSameAddress("2001:db8::3", "2001:db8::4")).toBe(false);
  expect(isSameAddress("203.0.113.1", "203.0.113.1")).toBe(true);
  expect(isSameAddress("203.0.113.1", "203.0.113.2")).toBe(false);
});
