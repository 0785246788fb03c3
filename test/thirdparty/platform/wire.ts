import type { Reply } from "./call.ts";
import type { Platform } from "./store.ts";

export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** From an answer to what goes over the wire. */
export function worded(platform: Platform, reply: Reply): Response {
  const headers: Record<string, string> = {
    Date: new Date(platform.now()).toUTCString(),
  };
  const body =
    reply.body === undefined
      ? ""
      : typeof reply.body === "string"
        ? reply.body
        : JSON.stringify(reply.body);
  if (body !== "") headers["Content-Type"] = "application/json; charset=utf-8";
  return { status: reply.status, headers: { ...headers, ...reply.headers }, body };
}
