import { isIP } from "node:net";

/** An address with a prefix length, as numbers. */
interface Cidr {
  readonly bits: 32 | 128;
  readonly address: bigint;
  readonly prefix: number;
}

const cidrPattern = /^([0-9A-Fa-f.:]+)\/(0|[1-9]\d{0,2})$/;

/** True for an IPv4 or IPv6 address followed by a prefix length, e.g. `10.0.0.0/24`. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** True when bits behind the prefix are set, as in `10.0.0.5/24`; false for text that is no CIDR. */
export function hasHostBits(text: string): boolean {
  const cidr = parseCidr(text);
  return cidr !== undefined && cidr.address !== networkAddress(cidr);
}

/** The network of a CIDR in its usual spelling (`10.0.0.5/24` → `10.0.0.0/24`), for advice. */
export function networkOf(text: string): string | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return undefined;
  return `${formatAddress(networkAddress(cidr), cidr.bits)}/${cidr.prefix}`;
}

/** True when both spell the same address and prefix: `2001:DB8:0::/32` and `2001:db8::/32`. */
export function sameCidr(a: string, b: string): boolean {
  if (a === b) return true;
  const left = parseCidr(a);
  const right = parseCidr(b);
  if (left === undefined || right === undefined) return false;
  return left.bits === right.bits && left.address === right.address && left.prefix === right.prefix;
}

/** An address or a CIDR in its usual spelling, with its prefix: `2001:DB8:0::1` is `2001:db8::1/128`. Any other text as it is. */
export function addressRange(text: string): string {
  const family = isIP(text);
  const cidr = parseCidr(family === 0 ? text : `${text}/${family === 4 ? 32 : 128}`);
  return cidr === undefined ? text : `${formatAddress(cidr.address, cidr.bits)}/${cidr.prefix}`;
}

/** True when both lie in one network: `10.0.0.1/24` and `10.0.0.0/24`. */
export function inSameNetwork(a: string, b: string): boolean {
  const [left, right] = [networkOf(a), networkOf(b)];
  return left !== undefined && left === right;
}

function parseCidr(text: string): Cidr | undefined {
  const [, address = "", prefixText] = cidrPattern.exec(text) ?? [];
  const family = isIP(address);
  const prefix = Number(prefixText);
  if (family === 4 && prefix <= 32) return { bits: 32, address: ipv4Number(address), prefix };
  if (family === 6 && prefix <= 128) return { bits: 128, address: ipv6Number(address), prefix };
  return undefined;
}

function networkAddress({ bits, address, prefix }: Cidr): bigint {
  const hostBits = BigInt(bits - prefix);
  return (address >> hostBits) << hostBits;
}

function ipv4Number(address: string): bigint {
  return address.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6Number(address: string): bigint {
  const [head = "", tail] = address.split("::");
  const left = groups(head);
  const right = groups(tail ?? "");
  const zeros = new Array<bigint>(8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | group, 0n);
}

function groups(text: string): bigint[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [BigInt(`0x${group}`)];
    const embedded = ipv4Number(group);
    return [embedded >> 16n, embedded & 0xffffn];
  });
}

function formatAddress(address: bigint, bits: Cidr["bits"]): string {
  const groupBits = bits === 32 ? 8n : 16n;
  const parts: string[] = [];
  for (let shift = BigInt(bits) - groupBits; shift >= 0n; shift -= groupBits) {
    const part = (address >> shift) & ((1n << groupBits) - 1n);
    parts.push(part.toString(bits === 32 ? 10 : 16));
  }
  if (bits === 32) return parts.join(".");
  // A URL's host is written in the shortest form of RFC 5952, in brackets.
  return new URL(`http://[${parts.join(":")}]`).hostname.slice(1, -1);
}
