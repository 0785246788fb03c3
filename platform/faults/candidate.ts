/** What a fault may look at to know whether a request is meant. */
export interface Candidate {
  readonly method: string;
  readonly path: string;
  /** Undefined where no route has the method and path. */
  readonly kind: string | undefined;
  /** What its route is for, as the contract names it. */
  readonly purpose: string | undefined;
  /** Ids and names in the path. */
  readonly ids: readonly string[];
  readonly isList: boolean;
  /** Id of the key; undefined without one that is accepted. */
  keyId(): string | undefined;
}
