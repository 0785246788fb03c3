/**
 * IP addresses of objects, derived from the serial number that each object gets once. All lie in
 * ranges that are never routed, so a local platform cannot be mistaken for a real one.
 */

/** How many addresses are kept for dedicated access, at the end of the public range. */
export const dedicatedAddresses = 64;

/** 203.0.113.0/24: the address that the port blocks of a host share (spec 8, shared access). */
export function sharedIpv4(host: number): string {
  return dotted(0xcb_00_71_01 + host);
}

/** 10.0.0.0/8, behind the shared address. */
export function privateIpv4(serial: number): string {
  return dotted(0x0a_00_00_00 + (serial % 2 ** 24));
}

/** 198.18.0.0/15, but for its last ones. */
export function publicIpv4(serial: number): string {
  return dotted(0xc6_12_00_00 + (serial % (2 ** 17 - 1024)));
}

/** Of the last ones of 198.18.0.0/15, which machines hold one after the other. */
export function dedicatedIpv4(index: number): string {
  return dotted(0xc6_14_00_00 - 1024 + index);
}

/** 2001:db8::/32. */
export function publicIpv6(serial: number): string {
  return `2001:db8::${(serial % 2 ** 16).toString(16)}`;
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}
