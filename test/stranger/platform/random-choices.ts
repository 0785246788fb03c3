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
  | "writeImpliesRead"
  | "alertScope"
  | "writeManagesMembers"
  | "v2Auth"
  | "rateWindow"
  | "rateHeaders"
  | "refusedCounts"
  | "otherRate"
  | "clockSkewSeconds"
  | "headerNames"
  | "charset"
  | "invitationId"
  | "invitationsManaged"
  | "expiredInvitation"
  | "builtins"
  | "otherHas"
>;

function drawAccess(draw: Drawer): Access {
  return {
    writeImpliesRead: draw.yes("writeImpliesRead"),
    alertScope: draw.of("alertScope", ["monitoring:read", "monitoring:write", "*"]),
    writeManagesMembers: draw.yes("writeManagesMembers"),
    v2Auth: draw.of("v2Auth", ["scopes", "levels"]),
    rateWindow: draw.of("rateWindow", ["fixed", "sliding", "bucket"]),
    rateHeaders: draw.of("rateHeaders", [
      "none",
      "retryAfter",
      "retryDate",
      "xRateLimit",
      "rateLimit",
      "rateLimitEpoch",
      "rateLimitPolicy",
    ]),
    refusedCounts: draw.yes("refusedCounts", 0.2),
    otherRate: draw.of("otherRate", [0, 0, 120, 300]),
    clockSkewSeconds: draw.of("clockSkewSeconds", [0, 0, -45, 90, 7200]),
    headerNames: draw.of("headerNames", ["lower", "title", "upper"]),
    charset: draw.yes("charset"),
    invitationId: draw.of("invitationId", ["usr", "usr", "inv"]),
    invitationsManaged: draw.yes("invitationsManaged", 0.75),
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
    virtualMachines: draw.yes("virtualMachines"),
    catalog: draw.of("catalog", ["open", "open", "closed"]),
    unknownFields: draw.of("unknownFields", ["ignore", "ignore", "ignore", "refuse"]),
    contentType: draw.of("contentType", ["required", "ignored"]),
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
    minVolumeGb: draw.of("minVolumeGb", [1, 5, 10]),
    maxVolumeGb: draw.of("maxVolumeGb", [1000, 10000, 16384]),
    defaultFilesystem: draw.of("defaultFilesystem", ["ext4", "none"]),
    snapshots: draw.of("snapshots", ["any", "any", "known"]),
    imageMustBeReady: draw.yes("imageMustBeReady"),
    progress: draw.of("progress", ["percent", "text", "fraction"]),
    share: draw.of("share", ["replace", "add"]),
    unknownProjects: draw.of("unknownProjects", ["accepted", "refused"]),
    pemCheck: draw.yes("pemCheck"),
    alertNeeds: draw.of("alertNeeds", ["name", "core", "all"]),
    alertMetrics: draw.of("alertMetrics", ["any", "known"]),
  };
}

export function randomChoices(seed: number): Choices {
  const draw = new Drawer(seed);
  return {
    relation: draw.of("relation", ["one", "separate"]),
    ids: drawIds(draw),
    keyedBy: draw.of("keyedBy", ["id", "name", "either"]),
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
