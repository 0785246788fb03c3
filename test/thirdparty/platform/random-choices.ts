import type { Choices } from "./choices.ts";
import {
  type Codes,
  Drawer,
  drawCodes,
  drawIds,
  drawLooks,
  drawRoutes,
  drawUnique,
  type Looks,
} from "./draw.ts";
import { drawManners, type Manners } from "./manners.ts";
import { drawWords, MACHINE_WORDS } from "./words.ts";

type Times = Pick<
  Choices,
  "bootMs" | "stopMs" | "deleteMs" | "importMs" | "attachMs" | "listLagMs"
>;

function drawTimes(draw: Drawer): Times {
  return {
    bootMs: draw.of("bootMs", [0, 4000, 25000]),
    stopMs: draw.of("stopMs", [0, 2000, 10000]),
    deleteMs: draw.of("deleteMs", [0, 0, 3000, 12000]),
    importMs: draw.of("importMs", [5000, 30000, 90000]),
    attachMs: draw.of("attachMs", [0, 0, 3000]),
    listLagMs: draw.of("listLagMs", [0, 0, 1000]),
  };
}

type Access = Pick<
  Choices,
  | "rateWindow"
  | "rateHeaders"
  | "otherRate"
  | "invitationId"
  | "invitationsManaged"
  | "invitationsHidden"
  | "expiredInvitation"
  | "builtins"
  | "otherHas"
>;

function drawAccess(draw: Drawer): Access {
  return {
    rateWindow: draw.of("rateWindow", ["fixed", "sliding", "bucket"]),
    rateHeaders: draw.of("rateHeaders", ["none", "retryAfter", "retryDate"]),
    otherRate: draw.of("otherRate", [0, 0, 120, 300]),
    invitationId: draw.of("invitationId", ["usr", "usr", "inv"]),
    invitationsManaged: draw.yes("invitationsManaged", 0.75),
    invitationsHidden: draw.yes("invitationsHidden"),
    expiredInvitation: draw.of("expiredInvitation", ["gone", "shown"]),
    builtins: draw.yes("builtins"),
    otherHas: draw.of("otherHas", [0, 0, 2]),
  };
}

type Rules = Omit<
  Choices,
  | keyof Looks
  | keyof Manners
  | keyof Codes
  | keyof Times
  | keyof Access
  | "relation"
  | "ids"
  | "keyedBy"
  | "unique"
  | "machineWords"
  | "words"
  | "routes"
>;

function drawRules(draw: Drawer): Rules {
  return {
    bornRunning: draw.yes("bornRunning", 0.7),
    repeatedAction: draw.of("repeatedAction", ["accepted", "refused"]),
    catalog: draw.of("catalog", ["open", "open", "closed"]),
    unknownFields: draw.of("unknownFields", ["ignore", "ignore", "ignore", "refuse"]),
    nameRule: draw.of("nameRule", ["any", "dns"]),
    ipv6: draw.yes("ipv6", 0.8),
    addressesWhen: draw.of("addressesWhen", ["created", "running"]),
    sshForwardListed: draw.yes("sshForwardListed"),
    mailEnabled: draw.yes("mailEnabled", 0.25),
    dedicatedAllowance: draw.of("dedicatedAllowance", [0, 1, 2, 5]),
    dedicatedFree: draw.of("dedicatedFree", [1, 3, 10]),
    dedicatedOnDelete: draw.of("dedicatedOnDelete", ["released", "held"]),
    repeatedAttach: draw.of("repeatedAttach", ["accepted", "refused"]),
    regionsMustMatch: draw.yes("regionsMustMatch"),
    deleteAttached: draw.of("deleteAttached", ["refused", "detaches"]),
    backendsOnDelete: draw.of("backendsOnDelete", ["kept", "removed"]),
    emptyBackends: draw.of("emptyBackends", ["accepted", "refused"]),
    imageMustBeReady: draw.yes("imageMustBeReady"),
    progress: draw.of("progress", ["percent", "text"]),
    share: draw.of("share", ["replace", "add"]),
  };
}

export function randomChoices(seed: number): Choices {
  const draw = new Drawer(seed);
  return {
    relation: draw.of("relation", ["one", "separate"]),
    ids: drawIds(draw),
    keyedBy: draw.of("keyedBy", ["id", "either"]),
    unique: drawUnique(draw),
    machineWords: draw.of("machineWords", MACHINE_WORDS),
    words: drawWords(draw),
    routes: drawRoutes(draw),
    ...drawLooks(draw),
    ...drawManners(draw),
    ...drawCodes(draw),
    ...drawTimes(draw),
    ...drawAccess(draw),
    ...drawRules(draw),
  };
}
