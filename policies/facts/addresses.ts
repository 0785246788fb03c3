import { isKnown, knownItems, type View } from "../view.ts";

/**
 * True for sources that let everybody in: none are all of them, and several networks may be everyone
 * together. Networks are judged by their size, in whatever way they are spelt.
 */
export function isEveryone(
  sources: View<readonly string[]> | undefined,
  shortestPrefix: number,
): boolean {
  if (sources === undefined || isEmptyList(sources)) return true;
  const known = [...new Set(knownItems(sources).map(({ item }) => item))];
  if (known.some((cidr) => prefixOf(cidr) < shortestPrefix)) return true;
  return [true, false].some((isIpv6) => {
    const family = known.filter((cidr) => cidr.includes(":") === isIpv6);
    return family.reduce((share, cidr) => share + 2 ** -prefixOf(cidr), 0) >= halfOfAll;
  });
}

/** What an empty list means is not shown (spec 4, note 2): it is taken for one that is left out. */
export function isEmptyList(list: View<readonly string[]>): boolean {
  return isKnown(list) && list.length === 0;
}

const halfOfAll = 0.5;

function prefixOf(cidr: string): number {
  return Number(cidr.slice(cidr.indexOf("/") + 1));
}
