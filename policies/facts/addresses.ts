import { knownTexts, type View } from "../view.ts";

/**
 * True for sources that let everybody in: left out they are all of them, and several networks may be everyone
 * together. Networks are judged by their size, in whatever way they are spelt.
 */
export function isEveryone(
  sources: View<readonly string[]> | undefined,
  shortestPrefix: number,
): boolean {
  if (sources === undefined) return true;
  const known = [...new Set(knownTexts(sources))].map(networkIn);
  if (known.some(({ prefix }) => prefix < shortestPrefix)) return true;
  const families = Map.groupBy(known, ({ isIpv6 }) => isIpv6);
  return [...families.values()].some((family) => {
    return family.reduce((share, { prefix }) => share + 2 ** -prefix, 0) >= halfOfAll;
  });
}

const halfOfAll = 0.5;

function networkIn(cidr: string): { readonly isIpv6: boolean; readonly prefix: number } {
  const [address = "", length] = cidr.split("/");
  const prefix = Number(length);
  if (isMapped(address)) return { isIpv6: false, prefix: Math.max(prefix - mappedBits, 0) };
  return { isIpv6: address.includes(":"), prefix };
}

/** True for an IPv4 address that is spelt as an IPv6 one, like `::ffff:10.0.0.0`. */
function isMapped(address: string): boolean {
  const url = `http://[${address}]`;
  // A URL has its host in the shortest form.
  return URL.canParse(url) && /\[::ffff:[^:]+:[^:]+\]/.test(new URL(url).hostname);
}

const mappedBits = 96;
