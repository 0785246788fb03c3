import type { Reply } from "./call.ts";
import type { Platform } from "./store.ts";

export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function spelled(platform: Platform, name: string): string {
  const style = platform.choices.headerNames;
  if (style === "lower") return name.toLowerCase();
  return style === "upper" ? name.toUpperCase() : name;
}

/** From an answer to what goes over the wire. */
export function worded(platform: Platform, reply: Reply): Response {
  const { clockSkewSeconds, charset } = platform.choices;
  const headers: Record<string, string> = {
    Date: new Date(platform.now() + clockSkewSeconds * 1000).toUTCString(),
  };
  const body =
    reply.body === undefined
      ? ""
      : typeof reply.body === "string"
        ? reply.body
        : JSON.stringify(reply.body);
  if (body !== "")
    headers["Content-Type"] = charset ? "application/json; charset=utf-8" : "application/json";
  Object.assign(headers, reply.headers);
  const named = Object.entries(headers).map(([name, value]) => [spelled(platform, name), value]);
  return { status: reply.status, headers: Object.fromEntries(named), body };
}
