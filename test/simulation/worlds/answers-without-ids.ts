import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { pathOf, withItems } from "./json.ts";
import type { Around, World } from "./world.ts";

/** Kinds that are known by their names alone, like instances under `/api/v1` are (spec 4 note 1). */
const kinds = [
  { type: "network:Network", list: "/networks", of: "network" },
  { type: "network:Firewall", list: "/firewalls", of: "firewall" },
  { type: "monitoring:AlertRule", list: "/monitoring/alerts", of: "alertRule" },
] as const;

type Nameable = (typeof kinds)[number];

export const answersWithoutIds: World = (random) => {
  const chosen = kinds.filter(() => random.chance(0.7));
  const some = chosen.length === 0 ? kinds : chosen;
  return {
    names: "unique",
    namesAreIds: some.map(({ type }) => type),
    platform: (next, around) => async (request) => {
      const kind = kindOf(request, some);
      if (kind === undefined) return next(request);
      return withoutId(await next(byId(request, kind, around)));
    },
  };
};

function kindOf(request: WireRequest, some: readonly Nameable[]): Nameable | undefined {
  const path = pathOf(request);
  return request.prefix === "/api/v1"
    ? some.find(({ list }) => path === list || path.startsWith(`${list}/`))
    : undefined;
}

/** The platform behind it has ids all the same. */
function byId(request: WireRequest, { list, of }: Nameable, { platform }: Around): WireRequest {
  const [name = ""] = pathOf(request)
    .slice(list.length + 1)
    .split("/");
  if (name === "") return request;
  const found = platform.snapshot()[of].find((known) => known["name"] === name);
  // An id finds nothing: nobody was given one.
  const id = String(found?.["id"] ?? "none");
  return { ...request, target: `${request.prefix}${list}/${id}` };
}

function withoutId(answer: WireResponse): WireResponse {
  return withItems(answer, ({ id: _id, ...rest }) => rest);
}
