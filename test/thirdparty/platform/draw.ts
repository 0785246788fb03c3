import type { Choices, ListShape, RouteChoice } from "./choices.ts";
import { drawShape } from "./manners.ts";
import { Dice } from "./random.ts";
import type { Kind } from "./store.ts";

/** Operations that the specification implies or leaves open (§4 "Not shown 4"), by kind. */
const OPEN_ROUTES: Readonly<Record<string, readonly string[]>> = {
  network: ["get", "update", "remove"],
  firewall: ["get", "update", "remove"],
  pool: ["get"],
  storage_volume: ["list", "get", "update", "remove"],
  bucket: ["get", "remove"],
  alert: ["get", "update", "remove"],
  instance: ["get", "remove", "action", "update"],
  server: ["list", "get", "remove", "action"],
  image: ["list", "update", "remove"],
  volume: ["list", "get", "remove"],
  floating_ip: ["list", "get", "remove"],
  load_balancer: ["list", "get", "update", "remove"],
  certificate: ["list", "get", "remove"],
  api_key: ["list", "get", "create"],
  member: ["list", "get"],
};

const LIST_SHAPES: readonly ListShape[] = [
  "bare",
  "data",
  "plural",
  "items",
  "laravel",
  "cursor",
  "token",
  "link",
  "results",
  "meta",
];

class Drawer {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  of<T>(name: string, options: readonly T[]): T {
    return new Dice(this.#seed, name).pick(options);
  }

  yes(name: string, likelihood = 0.5): boolean {
    return new Dice(this.#seed, name).chance(likelihood);
  }
}

function drawRoutes(draw: Drawer): Record<string, RouteChoice> {
  const likely: readonly RouteChoice[] = ["rest", "rest", "rest", "none"];
  const routes: Record<string, RouteChoice> = {};
  for (const [kind, operations] of Object.entries(OPEN_ROUTES)) {
    for (const operation of operations) {
      const name = `${kind}.${operation}`;
      routes[name] = draw.of(`route ${name}`, likely);
    }
  }
  return routes;
}

function drawIds(draw: Drawer): Choices["ids"] {
  const ids: Partial<Record<Kind, "uuid" | "number" | "none">> = {};
  const kinds: readonly Kind[] = [
    "instance",
    "port_forward",
    "network",
    "firewall",
    "pool",
    "storage_volume",
    "bucket",
    "alert",
  ];
  for (const kind of kinds) ids[kind] = draw.of(`id ${kind}`, ["uuid", "number", "none"]);
  return ids;
}

function drawUnique(draw: Drawer): Choices["unique"] {
  const unique: Partial<Record<Kind, boolean>> = {};
  const kinds: readonly Kind[] = [
    "instance",
    "network",
    "firewall",
    "storage_volume",
    "bucket",
    "alert",
    "image",
    "volume",
    "load_balancer",
    "certificate",
  ];
  for (const kind of kinds) unique[kind] = draw.yes(`unique ${kind}`);
  return unique;
}

type Looks = Pick<
  Choices,
  | "consoleList"
  | "apiList"
  | "pageSize"
  | "nextLink"
  | "listBody"
  | "listOrder"
  | "consoleEnvelope"
  | "apiEnvelope"
  | "writeBody"
  | "unset"
  | "extras"
  | "secretsLater"
  | "cidrSpelling"
  | "networkBody"
  | "networkAdds"
  | "sizeSpelling"
  | "protocolSpelling"
  | "emailSpelling"
  | "pemEcho"
  | "sortedLists"
  | "machineBody"
  | "attachmentKey"
  | "portBlockKey"
  | "bucketBody"
  | "algorithmKey"
  | "firewallKeys"
  | "firewallReading"
>;

function drawLooks(draw: Drawer): Looks {
  return {
    consoleList: drawShape(draw, "consoleList", LIST_SHAPES),
    apiList: drawShape(draw, "apiList", LIST_SHAPES),
    pageSize: draw.of("pageSize", [3, 3, 15, 25, 100]),
    nextLink: draw.of("nextLink", ["absolute", "relative"]),
    listBody: draw.of("listBody", ["whole", "summary"]),
    listOrder: draw.of("listOrder", ["oldest", "newest", "name"]),
    consoleEnvelope: draw.of("consoleEnvelope", ["bare", "bare", "data", "kind"]),
    apiEnvelope: draw.of("apiEnvelope", ["bare", "bare", "data", "kind"]),
    writeBody: draw.of("writeBody", ["whole", "whole", "summary"]),
    unset: draw.of("unset", ["null", "absent", "empty"]),
    extras: draw.of("extras", ["none", "some", "many"]),
    secretsLater: draw.of("secretsLater", ["masked", "absent"]),
    cidrSpelling: draw.of("cidrSpelling", ["asGiven", "network"]),
    networkBody: draw.of("networkBody", ["config", "config", "flat"]),
    networkAdds: draw.yes("networkAdds"),
    sizeSpelling: draw.of("sizeSpelling", ["asGiven", "bytes", "mebibytes"]),
    protocolSpelling: draw.of("protocolSpelling", ["asGiven", "upper"]),
    emailSpelling: draw.of("emailSpelling", ["asGiven", "lower"]),
    pemEcho: draw.of("pemEcho", ["asGiven", "crlf", "trimmed", "absent"]),
    sortedLists: draw.yes("sortedLists"),
    machineBody: draw.of("machineBody", ["flat", "config"]),
    attachmentKey: draw.of("attachmentKey", ["instance_id", "attached_to", "instance"]),
    portBlockKey: draw.of("portBlockKey", ["port_block", "port_range", "shared_ipv4"]),
    bucketBody: draw.of("bucketBody", ["flat", "credentials"]),
    algorithmKey: draw.of("algorithmKey", ["algorithm", "algorithm", "balancing_algorithm"]),
    firewallKeys: draw.of("firewallKeys", ["inbound", "inbound_rules"]),
    firewallReading: draw.of("firewallReading", ["lenient", "lenient", "strict"]),
  };
}

type Codes = Pick<
  Choices,
  | "updateMethod"
  | "unknownRoute"
  | "wrongMethod"
  | "createdStatus"
  | "deletedStatus"
  | "deletedBody"
  | "deleteAgain"
  | "invalidStatus"
  | "conflictStatus"
  | "notStoppedStatus"
  | "dedicatedStatus"
  | "referenceStatus"
  | "actionAnswer"
>;

function drawCodes(draw: Drawer): Codes {
  return {
    updateMethod: draw.of("updateMethod", ["PATCH", "PUT", "both"]),
    unknownRoute: draw.of("unknownRoute", ["html", "jsonError", "jsonMessage", "plain"]),
    wrongMethod: draw.of("wrongMethod", [404, 405]),
    createdStatus: draw.of("createdStatus", [200, 201, 201, 202]),
    deletedStatus: draw.of("deletedStatus", [200, 202, 204]),
    deletedBody: draw.of("deletedBody", ["message", "object", "empty", "action"]),
    deleteAgain: draw.of("deleteAgain", ["accepted", "missing", "conflict"]),
    invalidStatus: draw.of("invalidStatus", [400, 422]),
    conflictStatus: draw.of("conflictStatus", [409, 409, 422, 400]),
    notStoppedStatus: draw.of("notStoppedStatus", [409, 423, 400, 422]),
    dedicatedStatus: draw.of("dedicatedStatus", [403, 409, 422]),
    referenceStatus: draw.of("referenceStatus", [404, 422, 400]),
    actionAnswer: draw.of("actionAnswer", ["object", "operation", "nothing"]),
  };
}

export type { Codes, Looks };
export { Drawer, drawCodes, drawIds, drawLooks, drawRoutes, drawUnique };
