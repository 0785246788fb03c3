import { expect, test } from "vitest";
import { type Choices, randomChoices, serve } from "./index.ts";
import { type Answer, expectAccepted, idIn, isObject, RULE, SEEDS, scene } from "./scene.ts";

const PAGED: readonly Choices["consoleList"][] = [
  "items",
  "laravel",
  "cursor",
  "token",
  "link",
  "results",
  "meta",
];

/** Follows whatever the answer offers, as a client would have to. */
function nextPath(answer: Answer, shape: string): string | undefined {
  const body = isObject(answer.body) ? answer.body : {};
  const page = Number(body["page"] ?? 0);
  if (shape === "items") return page * 3 < Number(body["total"]) ? `?page=${page + 1}` : undefined;
  if (shape === "cursor") return query("cursor", body["next_cursor"]);
  if (shape === "token") return query("page_token", body["next_page_token"]);
  return /(\?[^"><]*(?:page|offset)=[^"><]*)/.exec(linkIn(answer, shape))?.[1];
}

function linkIn({ body, headers }: Answer, shape: string): string {
  if (shape !== "link") return JSON.stringify(body);
  return Object.values(headers).find((value) => value.includes('rel="next"')) ?? "";
}

function query(name: string, value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? `?${name}=${value}` : undefined;
}

/** The list in an answer, whatever its envelope. */
function rowsOf({ body }: Answer): readonly unknown[] {
  const parts = isObject(body) ? Object.values(body) : [body];
  return parts.find((part) => Array.isArray(part)) ?? [];
}

for (const shape of PAGED) {
  test(`§4 "Not shown 1": lists are cut and every page can be reached, ${shape}`, () => {
    const { ask } = scene(5, {
      consoleList: shape,
      pageSize: 3,
      listLagMs: 0,
      builtins: false,
      ids: { network: "uuid" },
      nameRule: "any",
    });
    const names: string[] = [];
    for (let index = 0; index < 8; index += 1)
      ask("POST", "/api/v1/networks", { name: `net-${index}` });
    let path: string | undefined = "";
    let pages = 0;
    while (path !== undefined && pages < 9) {
      const answer = ask("GET", `/api/v1/networks${path}`);
      const rows = rowsOf(answer);
      names.push(...rows.filter(isObject).map((row) => String(row["name"])));
      path = nextPath(answer, shape);
      pages += 1;
    }
    expect([shape, pages, names.toSorted()]).toEqual([
      shape,
      3,
      Array.from({ length: 8 }, (_unused, index) => `net-${index}`),
    ]);
  });
}

const OPEN: readonly [string, string, unknown, unknown?][] = [
  ["network", "/api/v1/networks", { name: "lan" }, { description: "new" }],
  ["firewall", "/api/v1/firewalls", { name: "wall" }, { description: "new" }],
  [
    "storage_volume",
    "/api/v1/storage/pools/default/volumes",
    { name: "data", config: { size: "5GiB" } },
    { config: { size: "6GiB" } },
  ],
  ["bucket", "/api/v1/storage/buckets", { name: "files" }],
  ["alert", "/api/v1/monitoring/alerts", RULE, { threshold: 95 }],
  ["volume", "/v1/volumes", { name: "v", region: "eu-north", size_gb: 20 }],
  ["floating_ip", "/v1/floating-ips", { region: "eu-north" }],
  [
    "certificate",
    "/v1/certificates",
    { name: "c", private_key: "-----BEGIN", certificate: "-----BEGIN" },
  ],
  ["image", "/v1/images", { name: "i", url: "https://x.example/i", format: "raw" }, { name: "j" }],
  [
    "load_balancer",
    "/v1/load-balancers",
    {
      name: "lb",
      region: "eu-north",
      backend_instances: ["MACHINE"],
      health_check: { protocol: "http", port: 80 },
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
      ],
    },
    { name: "lb2" },
  ],
];

function everywhere(): Record<string, "rest"> {
  return Object.fromEntries(Object.keys(randomChoices(1).routes).map((name) => [name, "rest"]));
}

for (const seed of SEEDS) {
  test(`§4 "Not shown 4": where undocumented routes exist they work, seed ${seed}`, () => {
    const place = scene(seed, {
      routes: everywhere(),
      keyedBy: "either",
      updateMethod: "both",
    });
    const { ask, thirdParty } = place;
    const machine = idIn(
      ask("POST", "/v1/instances", {
        name: "app",
        region: "eu-north",
        plan: "small",
        image: "debian/12",
      }),
      "instance",
    );
    for (const [kind, base, template, change] of OPEN) {
      const body: unknown = JSON.parse(JSON.stringify(template).replace("MACHINE", machine));
      expectAccepted(
        ask("POST", kind === "image" ? `${base}/import` : base, body),
        `create ${kind}`,
      );
      const made = thirdParty.objects().find((thing) => thing.kind === kind);
      const path = `${base}/${made?.id.includes("_") === true ? made.id : made?.name}`;
      expectAccepted(ask("GET", base), `list ${kind}`);
      expectAccepted(ask("GET", path), `get ${kind}`);
      if (change !== undefined) expectAccepted(ask("PATCH", path, change), `update ${kind}`);
      expectAccepted(ask("DELETE", path), `remove ${kind}`);
      place.pass(30_000);
      expect([kind, ask("GET", path).status]).toEqual([kind, 404]);
    }
    expect(
      thirdParty
        .objects()
        .map((thing) => thing.kind)
        .filter((kind) => kind !== "port_forward"),
    ).toEqual(["instance"]);
  });
}

test("§3, §7.6: a dedicated address is there or nothing is", () => {
  const { ask, thirdParty } = scene(3, {
    dedicatedAllowance: 1,
    dedicatedFree: 5,
    dedicatedStatus: 409,
  });
  expectAccepted(
    ask("POST", "/api/v2/servers", { name: "one", size: "s-1", network_access: "dedicated" }),
    "first",
  );
  expect(
    ask("POST", "/api/v2/servers", { name: "two", size: "s-1", network_access: "dedicated" })
      .status,
  ).toBe(409);
  expect(thirdParty.objects().filter((thing) => thing.kind === "instance").length).toBe(1);
});

test("§3, §8: an invitation lapses after 48 hours unless it is accepted", () => {
  const place = scene(4, { expiredInvitation: "gone", invitationId: "usr" });
  const path = `/v1/projects/${place.thirdParty.projects.own}/members`;
  const late = idIn(
    place.ask("POST", path, { email: "late@example.org", role: "viewer" }),
    "member",
  );
  const prompt = idIn(
    place.ask("POST", path, { email: "prompt@example.org", role: "viewer" }),
    "member",
  );
  place.thirdParty.console.change("member", prompt, { accepted: true });
  place.pass(48 * 3_600_000);
  expect(place.ask("PATCH", `${path}/${late}`, { role: "admin" }).status).toBe(404);
  expect(place.ask("PATCH", `${path}/${prompt}`, { role: "admin" }).status).toBe(200);
});

test("over HTTP it says the same", async () => {
  const { thirdParty } = scene(1);
  const server = await serve(thirdParty);
  const answer = await fetch(`${server.url}/v1/instances`, {
    headers: { Authorization: `Bearer ${thirdParty.keys.admin}` },
  });
  expect(answer.status).toBe(200);
  await server.close();
});
