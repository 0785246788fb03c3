import type { Item } from "./json.ts";
import { withItems } from "./json.ts";
import type { World } from "./world.ts";

/** The platform adds keys and fields to what it was given, and may spell values its own way. */
export const additions: World = (random) => {
  const isSpelledAnew = random.chance(0.4);
  const change = (item: Item) => added(isSpelledAnew ? spelledAnew(item) : item);
  return { platform: (next) => async (request) => withItems(await next(request), change) };
};

function added(item: Item): Item {
  const { config, health_check: check } = item;
  return {
    ...item,
    ...(isObject(config)
      ? { config: { ...config, "ipv4.nat": "true", "ipv6.address": "none" } }
      : {}),
    ...(isObject(check) ? { health_check: { ...check, unhealthy_threshold: 3 } } : {}),
    ...withRules(item, "inbound"),
    ...withRules(item, "outbound"),
    ...withRules(item, "forwarding_rules"),
    created_at: "2027-01-15T08:00:00Z",
    labels: {},
  };
}

function withRules(item: Item, field: string): Item {
  const rules = item[field];
  if (!Array.isArray(rules)) return {};
  return { [field]: rules.map((rule: Item, at) => ({ ...rule, priority: at, enabled: true })) };
}

function spelledAnew(item: Item): Item {
  const { config, plan, image, channels } = item;
  return {
    ...item,
    ...(isObject(config) ? { config: withGateway(config) } : {}),
    ...(typeof plan === "string" ? { plan: plan.toUpperCase() } : {}),
    ...(typeof image === "string" ? { image: `images:${image}` } : {}),
    ...(typeof channels === "string" ? { channels: channels.replaceAll(",", ", ") } : {}),
  };
}

/** The address that the platform itself has in a network. */
function withGateway(config: Item): Item {
  const address = config["ipv4.address"];
  return typeof address === "string"
    ? { ...config, "ipv4.address": address.replace(/\.0\//, ".1/") }
    : config;
}

function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
