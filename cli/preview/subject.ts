/** A resource as people know it. */
export interface Named {
  /** The word for one of its class: `volume`. */
  readonly noun: string;
  readonly name: string;
}

/** `volume "data"`, or `3 volumes: a, b, c` with as many names as wanted; all are of one class. */
export function subjectText(
  [first, ...others]: readonly Named[],
  most: number,
  quote = (name: string) => name,
): string {
  if (first === undefined) return "";
  if (others.length === 0) return `${first.noun} ${quote(`"${first.name}"`)}`;
  const all = [first, ...others];
  const names = all.slice(0, most).map(({ name }) => quote(name));
  const left = all.length - names.length;
  return `${all.length} ${plural(first.noun)}: ${names.join(", ")}${left === 0 ? "" : ` and ${left} more`}`;
}

/** `firewall policy` → `firewall policies`, but `API keys`. */
export function plural(noun: string): string {
  return `${noun.replace(/(?<![aeiou])y$/, "ie")}s`;
}

/** `a, b and c` */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(texts);
}
