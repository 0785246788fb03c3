/**
 * IP addresses of objects, derived from the serial number that each object gets once. All lie in
 * ranges that are never routed, so a local world cannot be mistaken for a real one.
 */

/** Address that all containers' port blocks share (spec 8, shared access). */
export const sharedIpv4 = "203.0.113.1";

/** Where S3 clients would reach the buckets, under a name that resolves nowhere (RFC 2606). */
export const bucketEndpoint = "https://s3.hosting.invalid";

/** 10.0.0.0/8, behind the shared address. */
export function privateIpv4(serial: number): string {
  return dotted(0x0a_00_00_00 + (serial % 2 ** 24));
}

/** 198.18.0.0/15. */
export function publicIpv4(serial: number): string {
  return dotted(0xc6_12_00_00 + (serial % 2 ** 17));
}

/** 2001:db8::/32. */
export function publicIpv6(serial: number): string {
  return `2001:db8::${(serial % 2 ** 16).toString(16)}`;
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}
