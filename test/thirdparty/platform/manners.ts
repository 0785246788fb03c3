import type { Choices, ListShape } from "./choices.ts";
import type { Drawer } from "./draw.ts";
import { type Fields, isFields, type Platform, type Thing } from "./store.ts";

export type Manners = Pick<
  Choices,
  | "actionBeside"
  | "updatedBody"
  | "references"
  | "numbers"
  | "emptyLists"
  | "statusKey"
  | "restless"
  | "lockMs"
  | "lockedStatus"
  | "listCacheMs"
>;

/** Properties of which each platform has some, and hardly any has all. */
export function drawManners(draw: Drawer): Manners {
  return {
    actionBeside: draw.yes("actionBeside", 0.3),
    updatedBody: draw.of("updatedBody", ["object", "object", "object", "action", "nothing"]),
    references: draw.of("references", ["names", "names", "names", "objects"]),
    numbers: draw.of("numbers", ["number", "number", "number", "number", "string"]),
    emptyLists: draw.of("emptyLists", ["list", "list", "list", "null"]),
    statusKey: draw.of("statusKey", ["status", "status", "status", "status", "state", "nested"]),
    restless: draw.yes("restless", 0.3),
    lockMs: draw.of("lockMs", [0, 0, 0, 2000, 8000]),
    lockedStatus: draw.of("lockedStatus", [409, 423]),
    listCacheMs: draw.of("listCacheMs", [0, 0, 0, 5000]),
  };
}

const SHAPES: readonly ListShape[] = ["pages", "hal", "cursors", "pagination", "nested", "counted"];

/** How the lists of a prefix look, where it is not one of the older ways. */
export function drawShape(draw: Drawer, name: string, older: readonly ListShape[]): ListShape {
  return draw.yes(`newer ${name}`, 0.3)
    ? draw.of(`newer ${name} is`, SHAPES)
    : draw.of(name, older);
}

const NAMED: readonly string[] = ["region", "plan", "size", "image", "profile"];

/** A body in the platform's manner. §4 shows the floating IP's fields, so that one is as it says. */
export function mannered(platform: Platform, thing: Thing, body: Fields): Fields {
  if (thing.kind === "floating_ip") return body;
  const { choices } = platform;
  const shown = Object.entries(body).map(([key, value]) => worded(choices, key, value));
  if (choices.restless) shown.push(["updated_at", new Date(platform.now()).toISOString()]);
  return Object.fromEntries(shown);
}

function worded(choices: Choices, key: string, value: unknown): [string, unknown] {
  if (key === "status" && choices.statusKey === "state") return ["state", value];
  if (key === "status" && choices.statusKey === "nested")
    return ["status", { state: value, message: "" }];
  if (NAMED.includes(key) && typeof value === "string" && choices.references === "objects")
    return [key, { id: value, name: value, slug: value }];
  if (typeof value === "number" && key !== "id" && choices.numbers === "string")
    return [key, String(value)];
  return [key, choices.emptyLists === "null" ? withoutEmptyLists(value) : value];
}

/** How some languages write a list that nobody has put anything into. */
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  if (!isFields(value)) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, withoutEmptyLists(part)]);
  return Object.fromEntries(parts);
}

/** The action that a write began. */
export function actionOn(platform: Platform, thing: Thing, command: string): Fields {
  return {
    id: platform.dice.integer(100_000, 999_999),
    command: `${command}_${thing.kind}`,
    status: "running",
    progress: 0,
    started: new Date(platform.now()).toISOString(),
    finished: null,
    resources: [{ id: thing.id, type: thing.kind }],
    error: null,
  };
}
