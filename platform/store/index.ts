/** The platform's file: what it keeps, and nothing about what that means. */
export { type Clock, PlatformClock, type TimeSource } from "./clock.ts";
export { type Database, isOfFile, type Sql } from "./database.ts";
export { sha256 } from "./hash.ts";
export { idAt, newId, randomId } from "./ids.ts";
export type { JsonObject } from "./json.ts";
export { Objects, type RecordKind, type Stored, shape } from "./objects.ts";
export { openDatabase } from "./open.ts";
export { hostCount, type PortBlock, PortBlocks } from "./port-blocks.ts";
export { type LoggedRequest, type RequestFilter, RequestLog } from "./request-log.ts";
export { type Row, textOrNull } from "./row.ts";
export { type Saved, Saves } from "./saves.ts";
export { type TrafficBackend, type TrafficEntry, TrafficNote } from "./traffic-note.ts";
