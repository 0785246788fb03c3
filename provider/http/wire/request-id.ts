import type { Scrub } from "../../scrub.ts";
import type { WireResponse } from "../transport/transport.ts";

/** `x-request-id` and its like: OpenStack, AWS, Oracle and Azure each have a prefix of theirs. */
const nameOfId = /^(?:[a-z-]+-)?(?:request-?id|correlation-id|trace-id)$/;
const usual = "x-request-id";
const usable = /^[\w.:/+=-]{4,80}$/;

/** The id under which the platform's support finds a request again, where an answer brings one. */
export function requestIdIn({ headers }: WireResponse, scrub: Scrub): string | undefined {
  const name = usual in headers ? usual : Object.keys(headers).find((key) => nameOfId.test(key));
  const id = name === undefined ? undefined : headers[name];
  // One that repeats what was sent could be the key.
  return id !== undefined && usable.test(id) && scrub(id) === id ? id : undefined;
}
