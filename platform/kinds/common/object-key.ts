/** An object by its kind and its id within that. */
export interface ObjectName {
  readonly kind: string;
  readonly id: string;
}

/** Names an object among those of all kinds: `volume/vol_1`. */
export function keyOf({ kind, id }: ObjectName): string {
  return `${kind}/${id}`;
}

/** Undefined for what is no such name. */
export function parseKey(key: string): ObjectName | undefined {
  const [, kind, id] = /^(\w+)\/(.+)$/s.exec(key) ?? [];
  return kind === undefined || id === undefined ? undefined : { kind, id };
}
