import type { Json } from "../../contract/naming.ts";
import type {
  Transport,
  WireRequest,
  WireResponse,
} from "../../provider/http/transport/transport.ts";
import type { Random } from "../simulation/random.ts";

/** Texts that do harm where they are shown, searched, or taken for an id or an address. */
const texts = [
  ...[
    "<{%x%}>",
    "\u001b[2J\u001b]0;title\u0007",
    "\u009b31m",
    "\u202eback\u2066",
    "a\r\nb",
    "\u0000",
  ],
  ...[
    "\ud800",
    "",
    " ",
    "null",
    "../../x",
    "vol_1?x#y",
    "a/b",
    "__proto__",
    "constructor",
    "9".repeat(400),
  ],
  ...[
    "“".repeat(30_000),
    "\u001b]a;".repeat(10_000),
    "\n".repeat(50_000),
    '"'.repeat(20_000),
    "?".repeat(20_000),
  ],
  ...[
    "https://me:hush@127.0.0.1:9/?sig=hush",
    "-----BEGIN PRIVATE KEY-----\nMIIEow\n",
    "2026-13-45T99:99:99Z",
  ],
  ...[
    "pending",
    "deleting",
    "deleted",
    "error",
    "running",
    "busy",
    "quota exceeded",
    "already exists",
  ],
] as const;

const others: readonly [Json, ...Json[]] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  {},
  [[]],
  [null],
  { id: "x" },
  { name: null },
  { id: "../x", name: "<{%x%}>" },
  { status: { state: "<{%x%}>" } },
];

const statuses = [200, 201, 202, 204, 302, 307, 400, 401, 403, 404, 405, 408, 409] as const;
const moreStatuses = [410, 412, 422, 423, 425, 429, 500, 501, 502, 503, 504] as const;

/** A platform that answers as an attacker would, by chance. */
export function hostile(platform: Transport, random: Random): Transport {
  return {
    async send(request) {
      const answer = await platform.send(request);
      const kind = random.next();
      if (kind < 0.5) return answer;
      if (kind < 0.75) return { ...answer, body: mutated(answer.body, random) };
      if (kind < 0.9) return refusal(request, random);
      if (kind < 0.95)
        return { ...answer, headers: { ...answer.headers, ...headers(request, random) } };
      return {
        ...answer,
        body: random.pick([
          "",
          "<h1>Sign in</h1>",
          "[".repeat(99_999),
          "nul",
          answer.body.slice(0, 9),
        ]),
      };
    },
    close: () => platform.close(),
  };
}

function mutated(body: string, random: Random): string {
  if (body === "") return JSON.stringify(anything(random));
  return JSON.stringify(within(JSON.parse(body), random));
}

/** A value of which some parts are others. */
function within(value: Json, random: Random): Json {
  if (random.chance(0.1)) return anything(random);
  if (Array.isArray(value)) return value.map((item) => within(item, random));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value)
    .filter(() => random.chance(0.95))
    .map(([name, part]): [string, Json] => [name, within(part, random)]);
  const added = random.pick([
    "next",
    "error",
    "total",
    "status",
    "state",
    "deleted_at",
    "name",
    "id",
  ]);
  return Object.fromEntries(random.chance(0.2) ? [...parts, [added, anything(random)]] : parts);
}

function anything(random: Random): Json {
  return random.chance(0.7) ? random.pick(texts) : random.pick(others);
}

/** A refusal that may quote the request, its key included. */
function refusal({ headers: sent, body = "" }: WireRequest, random: Random): WireResponse {
  const quoted = `${sent["authorization"]} ${body}`;
  const error = random.pick<Json>([
    random.pick(texts),
    quoted,
    encodeURIComponent(quoted),
    anything(random),
  ]);
  const status = random.chance(0.5) ? random.pick(statuses) : random.pick(moreStatuses);
  const said = { "content-type": "application/json", "retry-after": "999999999" };
  return { status, headers: said, body: JSON.stringify({ error }) };
}

function headers({ headers: sent }: WireRequest, random: Random): Readonly<Record<string, string>> {
  const elsewhere = "http://127.0.0.1:9/v1/volumes?page=2";
  return random.pick([
    { link: `<${elsewhere}>; rel="next"` },
    { link: "<".repeat(8_000) },
    { location: elsewhere },
    { "x-request-id": `${sent["authorization"]}` },
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=<{%x%}>" },
  ]);
}
