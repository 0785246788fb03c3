import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Json } from "../../../contract/naming.ts";
import type { ApiRequest } from "../../http/api.ts";
import type { Snapshot, Want } from "../lists/list-cache.ts";
import { readList } from "../lists/pages.ts";
import type { Context } from "./context.ts";

/** A list to read. */
interface Wanted {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly want: Want;
}

/** A list that all in this process share, read to its end; `send` sends one of its requests. */
export function sharedList(
  { assumptions, lists, memory }: Pick<Context, "assumptions" | "lists" | "memory">,
  { endpoint: { prefix, path }, params, want }: Wanted,
  send: (request: Pick<ApiRequest, "params" | "query" | "headed">) => Promise<Json>,
): Promise<Snapshot> {
  const key = JSON.stringify([prefix, path, params]);
  return lists.get(key, want, async () => {
    const { isUnpaged, ...list } = await readList(
      assumptions,
      (page) => send({ params, ...page }),
      memory.unpagedLists.has(key),
    );
    if (isUnpaged) memory.unpagedLists.add(key);
    return list;
  });
}
