import { addressRange } from "./address.ts";
import { parsePortRange } from "./port.ts";
import { isSameSet } from "./set.ts";

/**
 * True when two lists of firewall rules let the same through (spec 2.5): their order says nothing, nor
 * does that of ports and addresses; `80-80` is `80`, and a rule without ports or addresses is for all.
 */
export function isSameRules(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return isSameSet(before.map(meaningOf), after.map(meaningOf));
}

function meaningOf(rule: unknown): unknown {
  if (typeof rule !== "object" || rule === null) return rule;
  const { protocol, ports, sources, destinations, ...rest }: RuleLike = rule;
  return {
    ...rest,
    protocol: typeof protocol === "string" ? protocol.toLowerCase() : protocol,
    ports: listOf(ports, portRange, allPorts),
    sources: listOf(sources, addressRange, anywhere),
    destinations: listOf(destinations, addressRange, anywhere),
  };
}

interface RuleLike {
  readonly protocol?: unknown;
  readonly ports?: unknown;
  readonly sources?: unknown;
  readonly destinations?: unknown;
}

const anywhere = ["0.0.0.0/0", "::/0"];
const allPorts = ["1-65535", "0-65535", "0-65536", "all", "*"];

/** A list in one spelling and order; undefined where it restricts nothing. */
function listOf(
  list: unknown,
  spelled: (entry: string) => string,
  all: readonly string[],
): readonly string[] | undefined {
  if (list == null) return undefined;
  if (!Array.isArray(list)) return [String(list)];
  const entries = [...new Set(list.map((entry) => spelled(String(entry))))].sort();
  const isAll =
    all === anywhere
      ? anywhere.every((address) => entries.includes(address))
      : entries.some((entry) => all.includes(entry));
  return entries.length === 0 || isAll ? undefined : entries;
}

function portRange(text: string): string {
  const range = parsePortRange(text);
  if (range === undefined) return text;
  return range.first === range.last ? String(range.first) : `${range.first}-${range.last}`;
}
