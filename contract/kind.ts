import type { ClassPrice } from "./price.ts";

/** HTTP methods the platform's routes use. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Path prefixes of the platform (spec 1). */
export type Prefix = "/api/v1" | "/v1" | "/api/v2";

/** The verbs a lifecycle asks for; `action` starts, stops, restarts and freezes an instance. */
export type Verb = "list" | "get" | "create" | "update" | "delete" | "action";

/** The permission that a key needs (spec 5). The spec gives none for some endpoints. */
export type Scope =
  | "instances:read"
  | "instances:write"
  | "networks:read"
  | "networks:write"
  | "storage:read"
  | "storage:write"
  | "monitoring:read"
  | "Read"
  | "Write"
  | "Admin"
  | "not shown";

/** An area of the scopes and roles of spec 5. */
export type Area = "instances" | "networks" | "storage" | "monitoring";

/**
 * Everything the contract says of one kind of object. Each kind has one file in `kinds/`; the tables of
 * endpoints, assumptions, ids, prices and requests are made of them.
 */
export interface KindFacts<Name extends string = string> {
  /** Where its routes are (spec 1); null for what is nothing on the platform. */
  readonly prefix: Prefix | null;
  /** The area that it belongs to: decides the scope of a route of which the spec shows none, and what a developer may do; null for none. */
  readonly area: Area | null;
  /** Its rows of spec 4, by what each is for. */
  readonly documented: Readonly<Record<string, Row>>;
  /** Routes that the spec does not show (spec 4 note 4), in the style of those it does. */
  readonly assumed: Readonly<Partial<Record<Verb, AssumedRow>>>;
  /** Null where the objects have no id. */
  readonly id: IdShape | null;
  /** The resource classes that stand for one, by area and class like `storage:Volume`. */
  readonly classes: Readonly<Record<string, ClassFacts<Name>>>;
}

/** Its routes are those that its class names: a request that there is none for does not compile. */
export function defineKind<
  const Documented extends KindFacts["documented"],
  const Assumed extends KindFacts["assumed"],
  const Classes extends Readonly<
    Record<string, ClassFacts<NoInfer<keyof (Documented & Assumed) & string>>>
  >,
>(
  facts: Omit<KindFacts, "documented" | "assumed" | "classes"> & {
    readonly documented: Documented;
    readonly assumed: Assumed;
    readonly classes: Classes;
  },
) {
  return facts;
}

/** A row of spec 4; `alsoChanges` is the path of another object that the request changes, with fields of its body as placeholders. */
export type Row = readonly [method: Method, path: string, scope: Scope, alsoChanges?: string];

/** A route that is taken as true. */
export type AssumedRow = readonly [method: Method, path: string, about: string];

/** The source of an object's id. */
export type IdShape =
  /**
   * The platform's answer, with the prefix that the spec gives; `fallback` is the input that stands
   * for it where an answer brings none (spec 4 note 1).
   */
  | {
      readonly is: "answered";
      readonly prefix: string | null;
      readonly fallback: string | null;
    }
  /** The name, which the paths hold (spec 2.1). */
  | { readonly is: "name" }
  /** Its place inside of an object of another kind: it begins with that object's id, and goes with it (spec 3). */
  | { readonly is: "place" };

/** The cost of a resource class, in money and in requests. */
export interface ClassFacts<Name extends string = string> {
  readonly price: ClassPrice;
  readonly requests: ClassRequests<Name>;
}

/** The requests of one object by the names of their routes, with nothing going wrong and settings as they are by default. */
export interface ClassRequests<Name extends string = string> {
  readonly create: readonly Name[];
  readonly update: readonly Name[];
  readonly delete: readonly Name[];
  /** How often an operation looks into the list of its kind; all of the class that do it at the same time share the looks. */
  readonly shared: Readonly<Partial<Record<"create" | "update" | "delete", number>>>;
  /** Requests sent only where the object or an answer of the platform calls for them. */
  readonly besides: readonly Name[];
}
