import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Random } from "../../simulation/random.ts";
import { bodyFor, routes } from "./templates.ts";

/** One request as it goes out, however wrong it is. */
export interface Mutated {
  readonly method: string;
  /** Sent as it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const oddValues: readonly unknown[] = [
  ...[null, true, "", " ", "x".repeat(5_000), "\u0000", "a\nb", "💥", "__proto__", "../..", "%00"],
  ...[0, -1, 1.5, 1e308, -0, 2 ** 53, 65_536],
  ...[[], [[]], {}, [null], { toString: 1 }, { constructor: {} }, { a: { b: { c: [1, "2"] } } }],
];

const oddParts: readonly string[] = [
  ...["x", "", "..", "%2F", "%00", "%zz", "a%20b", "%C3%A9", "*", "{name}", "'", "%F0%9F", "0"],
  "x".repeat(3_000),
];

/** A request of a random route, with a few things wrong; `ids` are those of objects that were made. */
export function mutated(random: Random, key: string, ids: readonly string[]): Mutated {
  const route = random.pickFrom(routes);
  if (route === undefined) throw new Error("there are no routes");
  const id = random.pickFrom(ids) ?? "web";
  const method = random.chance(0.05)
    ? random.pick(["PUT", "OPTIONS", "TRACE", "HEAD", "PATCH", "DELETE", "POST", "GET"])
    : route.method;
  return {
    method,
    path: pathOf(route, random, id),
    headers: headersOf(random, key),
    body: ["GET", "HEAD", "TRACE"].includes(method) ? undefined : bodyOf(route, random, id),
  };
}

function pathOf({ prefix, path }: Endpoint, random: Random, id: string): string {
  const filled = path.replace(/\{\w+\}/g, () =>
    random.chance(0.25) ? (random.pickFrom(oddParts) ?? "") : id,
  );
  const whole = prefix + (random.chance(0.03) ? filled.replace("/", "//") : filled);
  const query = random.chance(0.15)
    ? `?protocol=${random.pick(["tcp", "udp", "%zz", ""])}&public_port=${random.pick(["22", "-1", "x", "1e9"])}`
    : "";
  return whole + (random.chance(0.03) ? "/" : "") + query;
}

function headersOf(random: Random, key: string): Record<string, string> {
  const type = random.chance(0.05)
    ? random.pick(["text/plain", "", "application/jsonx"])
    : "application/json";
  const authorization = random.chance(0.03)
    ? random.pick(["", "Bearer", "Basic eDp5", "Bearer nobody", `Bearer ${key}x`])
    : `Bearer ${key}`;
  return { authorization, "content-type": type };
}

function bodyOf(route: Endpoint, random: Random, id: string): Buffer {
  const good = random.chance(0.3) ? `${route.method}${random.between(0, 1e6)}` : "n";
  const whole = JSON.stringify(changed(bodyFor(route, id), random)).replace('"n"', `"${good}"`);
  const kind = random.next();
  if (kind < 0.04) return Buffer.from(whole.slice(0, random.between(0, whole.length)));
  if (kind < 0.06) return Buffer.from(Array.from({ length: 60 }, () => random.between(0, 255)));
  if (kind < 0.07)
    return Buffer.from(`{"name":"x","config":${"[".repeat(9_000)}${"]".repeat(9_000)}}`);
  if (kind < 0.073) return Buffer.alloc(1024 * 1024 + 1, "x");
  if (kind < 0.08) return Buffer.from('{"name":"\xe9\xff","region":"eu"}', "latin1");
  return Buffer.from(whole);
}

/** The value with none, one or some of its parts replaced, removed or added. */
function changed(value: unknown, random: Random): unknown {
  if (random.chance(0.05)) return random.pickFrom(oddValues);
  if (Array.isArray(value)) return value.map((part) => changed(part, random));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, part]) =>
    random.chance(0.04) ? [] : [[name, changed(part, random)]],
  );
  if (random.chance(0.05)) fields.push([random.pick(["extra", "id", "__proto__", "serial"]), 1]);
  return Object.fromEntries(fields);
}
