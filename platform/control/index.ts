/** The operator's actions, in this process and over HTTP. */
export type { Bill, BillLine, BillRequest, Unpriced } from "./bill.ts";
export type { Delivery } from "./deliveries.ts";
export type { ObjectDetails, ObjectLink, ObjectRoute } from "./details.ts";
export type { WorldInfo } from "./info.ts";
export type { ListedObject } from "./listed.ts";
export { operatorOf } from "./operator.ts";
export { controlPrefix } from "./path.ts";
export type { Platform, PlatformOptions } from "./platform.ts";
export type { Health } from "./probe.ts";
export { type ControlRoute, Text } from "./route.ts";
export { controlRoutes } from "./routes.ts";
