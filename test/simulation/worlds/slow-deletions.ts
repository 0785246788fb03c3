import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { type Item, itemsOf, json, pathOf } from "./json.ts";
import type { Send, World } from "./world.ts";

/** An object on its way out. */
interface Leaving {
  readonly list: string;
  readonly item: Item;
  readonly goneAt: number;
}

const lists = [
  "/api/v1/instances",
  "/api/v1/networks",
  "/api/v1/firewalls",
  "/api/v1/storage/buckets",
  "/api/v1/monitoring/alerts",
  "/v1/instances",
  "/v1/volumes",
  "/v1/floating-ips",
  "/v1/certificates",
];

/** Types whose list is documented, so that the end of a deletion can be seen. */
const listsOf: Readonly<Record<string, string>> = {
  "compute:Container": "/api/v1/instances",
  "compute:Instance": "/v1/instances",
  "network:Network": "/api/v1/networks",
  "network:Firewall": "/api/v1/firewalls",
  "storage:Bucket": "/api/v1/storage/buckets",
  "monitoring:AlertRule": "/api/v1/monitoring/alerts",
};

/** A deletion is accepted at once and takes a while: until then the object is shown and has its name. */
export const slowDeletions: World = (random) => {
  const seconds = random.pick([2, 10, 45]);
  const again = random.pick([202, 409]);
  let platform: SlowPlatform | undefined;
  return {
    names: "unique",
    unsaid: /is being deleted/,
    platform: (next, { time }) => {
      const slow = new SlowPlatform(next, {
        again,
        now: () => time.now(),
        lastsMs: seconds * 1_000,
      });
      platform = slow;
      return (request) => slow.send(request);
    },
    isGoing: (type, id) => platform?.isGoing(listsOf[type], id) === true,
  };
};

class SlowPlatform {
  readonly #next: Send;
  readonly #facts: { readonly again: number; readonly now: () => number; readonly lastsMs: number };
  #leaving: readonly Leaving[] = [];

  constructor(next: Send, facts: { again: number; now: () => number; lastsMs: number }) {
    this.#next = next;
    this.#facts = facts;
  }

  /** True for an object whose deletion is not done yet. */
  isGoing(list: string | undefined, id: string): boolean {
    return this.#leaving.some(
      (known) => known.list === list && known.goneAt > this.#facts.now() && isNamed(known.item, id),
    );
  }

  async send(request: WireRequest): Promise<WireResponse> {
    this.#leaving = this.#leaving.filter(({ goneAt }) => goneAt > this.#facts.now());
    const path = `${request.prefix}${pathOf(request)}`;
    const own = lists.find((list) => path === list);
    if (own !== undefined) return this.#ofList(request, own);
    const above = lists.find((list) => path.startsWith(`${list}/`));
    const id = above === undefined ? "" : path.slice(above.length + 1);
    if (above === undefined || id.includes("/") || request.target.includes("?")) {
      return this.#next(request);
    }
    return this.#ofObject(request, above, id);
  }

  async #ofList(request: WireRequest, list: string): Promise<WireResponse> {
    const leaving = this.#leaving.filter((known) => known.list === list).map(({ item }) => item);
    if (request.method === "POST") {
      const given: Item = JSON.parse(request.body ?? "{}");
      const taken = leaving.some(({ name }) => name !== undefined && name === given["name"]);
      if (taken) return json(409, { error: `"${given["name"]}" is being deleted` });
    }
    const answer = await this.#next(request);
    const items = request.method === "GET" ? itemsOf(answer) : undefined;
    return items === undefined ? answer : json(200, [...items, ...leaving]);
  }

  async #ofObject(request: WireRequest, list: string, id: string): Promise<WireResponse> {
    const known = this.#leaving.find(({ list: of, item }) => of === list && isNamed(item, id));
    if (known !== undefined) {
      if (request.method === "GET") return json(200, known.item);
      if (request.method === "DELETE") return this.#accepted();
      return json(409, { error: `"${id}" is being deleted` });
    }
    if (request.method !== "DELETE") return this.#next(request);
    const item = await this.#shown(request, list, id);
    const answer = await this.#next(request);
    if (answer.status >= 300 || item === undefined) return answer;
    const goneAt = this.#facts.now() + this.#facts.lastsMs;
    this.#leaving = [...this.#leaving, { list, item: { ...item, status: "deleting" }, goneAt }];
    return json(202, {});
  }

  #accepted(): WireResponse {
    const { again } = this.#facts;
    return again === 202 ? json(202, {}) : json(409, { error: "it is being deleted" });
  }

  async #shown({ body: _body, ...request }: WireRequest, list: string, id: string) {
    const answer = await this.#next({ ...request, method: "GET", target: list });
    return itemsOf(answer)?.find((item) => isNamed(item, id));
  }
}

/** Containers and buckets are known by their names. */
function isNamed(item: Item, id: string): boolean {
  return (item["id"] ?? item["name"]) === id;
}
