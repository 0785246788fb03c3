import type { Json } from "../../contract/naming.ts";

/** A JSON object as it travels. */
export interface JsonObject {
  [key: string]: Json;
}
