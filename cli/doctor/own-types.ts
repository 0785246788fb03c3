import { wordsOf } from "../words.ts";

/** `floating ip` of `…/network:FloatingIp`. */
export function nounOf({ type }: { readonly type: string }): string {
  return wordsOf(type.slice(type.lastIndexOf(":") + 1));
}

/** The noun of a subject in the journal: `floating ip` of `floating IP "front"`. */
export function nounIn(subject: string): string {
  const [, noun = ""] = /^(?:an? )?(.+?)(?: policy)?(?: "|$)/.exec(subject) ?? [];
  return noun.toLowerCase();
}
