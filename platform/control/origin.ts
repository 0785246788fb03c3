import type { Context } from "hono";
import { Refusal } from "../http/answer.ts";
import { noRule } from "./rule.ts";

/**
 * A page of another origin is not answered, whatever it knows; browsers say where a request comes from.
 * Opening the page from elsewhere is no such request: it is an address that somebody follows.
 *
 * @throws Refusal 403 for what another page of the same browser asks.
 */
export function refuseOtherOrigins({ req }: Context): void {
  const site = req.header("sec-fetch-site") ?? "none";
  const isFollowed = req.method === "GET" && req.header("sec-fetch-dest") === "document";
  const origin = req.header("origin");
  const isOurs = origin === undefined || origin === `http://${req.header("host")}`;
  if (isOurs && (isFollowed || site === "none" || site === "same-origin")) return;
  throw Refusal.json(403, "the request was refused: a page of another origin sent it", noRule);
}
