import { type Handler, handlerOf } from "../provider/process/handler.ts";
import { definitions } from "./_registry.ts";

export type { Handler };

/**
 * The handler for a resource type, which Pulumi's provider process asks for. Its name and its place are in the
 * state of every user's stack and stay as they are for ever.
 */
export function handler(type: string): Handler {
  return handlerOf(definitions, type);
}
