import { isGoneOrGoing } from "../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import { isPathSegment } from "../../contract/ids.ts";
import type { Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { idIn, ownPart, paramsFor } from "../lifecycle/identity/ids.ts";
import { readList } from "../lifecycle/lists/pages.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { withoutEnvelope } from "../lifecycle/operation/envelope.ts";
import { Routes } from "../lifecycle/operation/routes.ts";
import { isRecord } from "../lifecycle/record/state.ts";

/** An object as an answer showed it. */
export interface Item {
  readonly kind: Kind;
  /** Its parents: ids in the path of its list, e.g. the pool of a volume. */
  readonly parents: readonly string[];
  readonly fields: Props;
  /** True for the answer to a request for this object alone. */
  readonly isAlone: boolean;
}

/** How a list was answered. */
export interface Listed {
  readonly kind: Kind;
  readonly parents: readonly string[];
  /** `part`: there is more, and nothing tells how to get it. `none`: no route lists them. */
  readonly is: "whole" | "part" | "none" | "forbidden";
  readonly items: readonly Item[];
  /** Why there is nothing, in the words of the error. */
  readonly why?: string;
}

/** The objects that an API key can see, by requests that change nothing. */
export class Account {
  readonly #context: Context;
  readonly #routes: Routes;
  /** Kinds of which an object was read by itself. */
  readonly #read = new Set<Kind>();
  /** Kinds of which no object can be read by itself. */
  readonly #unread = new Set<Kind>();
  readonly #items = new Map<string, Promise<Item | undefined>>();
  #refusal: HostingError | undefined;
  #isOpen = false;
  #requests = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#routes = new Routes(context, {});
  }

  get requests(): number {
    return this.#requests;
  }

  listRoute(kind: Kind): Endpoint | undefined {
    return this.#routes.route(kind, "list");
  }

  /** True while a request for one object may tell about it. */
  canRead(kind: Kind): boolean {
    return !this.#unread.has(kind) && this.#routes.route(kind, "get") !== undefined;
  }

  /** The objects of a kind; `parents` are the ids in the path. */
  async list(kind: Kind, parents: readonly string[] = []): Promise<Listed> {
    const route = this.listRoute(kind);
    if (route === undefined) return { kind, parents, is: "none", items: [] };
    try {
      const params = paramsFor(route, parents.join("/"));
      const { items, isWhole } = await readList(this.#context.assumptions, (page) =>
        this.#call(route, { params, ...page }),
      );
      const alive = items.filter((fields) => !isGoneOrGoing(fields, this.#context));
      return {
        ...{ kind, parents },
        is: isWhole ? "whole" : "part",
        items: alive.map((fields) => ({ kind, parents, fields, isAlone: false })),
      };
    } catch (error) {
      return { kind, parents, items: [], ...this.#explained(route, error) };
    }
  }

  /**
   * True for a kind whose objects adopting finds again: in a list that the spec shows, or in the only
   * route there is; else a request for one of them has to have been answered.
   */
  isReadable(kind: Kind): boolean {
    const list = this.#routes.route(kind, "list");
    const get = this.#routes.route(kind, "get");
    if (list?.standing === "documented") return true;
    return get === undefined ? list !== undefined : this.#read.has(kind);
  }

  /** One object, where its route tells about it; each is asked for once. */
  read(kind: Kind, id: string): Promise<Item | undefined> {
    const key = `${kind} ${id}`;
    const item = this.#items.get(key) ?? this.#readOne(kind, id);
    this.#items.set(key, item);
    return item;
  }

  async #readOne(kind: Kind, id: string): Promise<Item | undefined> {
    const route = this.#routes.route(kind, "get");
    const isPath = id.split("/").every(isPathSegment);
    if (route === undefined || !isPath || !this.canRead(kind)) return undefined;
    const params = paramsFor(route, id);
    try {
      const fields = withoutEnvelope(await this.#call(route, { params }), kind);
      const asked = Object.values(params).at(-1);
      if (!isRecord(fields) || ![idIn(fields), fields["name"]].includes(asked)) return undefined;
      this.#read.add(kind);
      const parents = id.split("/").slice(0, -1);
      return { kind, parents: ownPart(id) === asked ? parents : [], fields, isAlone: true };
    } catch (error) {
      const { is } = this.#explained(route, error);
      if (is === "forbidden" || (HostingError.isInstance(error) && error.code === "noRoute")) {
        this.giveUp(kind);
      }
      return undefined;
    }
  }

  /** Asks for no single object of a kind any more. */
  giveUp(kind: Kind): void {
    this.#unread.add(kind);
  }

  /** @throws HostingError when the key was refused everywhere: then it is the wrong one. */
  confirmKey(): void {
    if (!this.#isOpen && this.#refusal !== undefined) throw this.#refusal;
  }

  async #call(route: Endpoint, request: Omit<Parameters<Context["api"]["call"]>[1], "deadline">) {
    const { api, clock } = this.#context;
    this.#requests += 1;
    const answer = await api.call(route, { ...request, deadline: clock.now() + patienceMs });
    this.#isOpen = true;
    return answer;
  }

  /** The meaning of an error for the route. @throws the error where it has none. */
  #explained(route: Endpoint, error: unknown): Pick<Listed, "is" | "why"> {
    if (!HostingError.isInstance(error)) throw error;
    const why = error.message;
    if (error.code === "key") {
      this.#refusal = error;
      return { is: "forbidden", why };
    }
    // The parent of a list may be gone by now; a route that is only assumed may be anything.
    const isMissing = ["notFound", "noRoute"].includes(error.code);
    const isAssumed = route.standing === "assumed" && ["refused", "platform"].includes(error.code);
    if (isMissing || isAssumed) return { is: "none", why };
    throw error;
  }
}

/** A request that waits for its turn under the limit of a minute still comes to it. */
const patienceMs = 180_000;
