import type { WireResponse } from "../../../provider/http/transport/transport.ts";

export type Item = Readonly<Record<string, unknown>>;

/** An answer in JSON. */
export function json(
  status: number,
  body: unknown,
  headers: WireResponse["headers"] = {},
): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

/** The items of a list, or undefined for an answer that is none. */
export function itemsOf({ status, body }: WireResponse): readonly Item[] | undefined {
  if (status !== 200 || !body.startsWith("[")) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The answer with each of its objects changed: all of a list, or the one that it is. */
export function withItems(answer: WireResponse, change: (item: Item) => Item): WireResponse {
  if (answer.status >= 300 || answer.body === "") return answer;
  const items = itemsOf(answer);
  if (items !== undefined) return { ...answer, body: JSON.stringify(items.map(change)) };
  if (!answer.body.startsWith("{")) return answer;
  return { ...answer, body: JSON.stringify(inEnvelope(JSON.parse(answer.body), change)) };
}

/** By some choices an object, or a list, is inside one field. */
function inEnvelope(shown: Item, change: (item: Item) => Item): Item {
  const [[field, inner] = [], ...others] = Object.entries(shown);
  if (field === undefined || others.length > 0 || typeof inner !== "object" || inner === null) {
    return change(shown);
  }
  const changed = Array.isArray(inner) ? inner.map(change) : change({ ...inner });
  return { [field]: changed };
}

/** The path below the prefix, without its query. */
export function pathOf({ prefix, target }: { prefix: string; target: string }): string {
  return target.slice(prefix.length).replace(/\?.*/, "");
}
