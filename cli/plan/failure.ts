/** The conditions on which a plan can fail. */
export const failures = ["replace", "delete", "data-loss", "address-loss", "downtime"] as const;

export type Failure = (typeof failures)[number];

export function isFailure(text: string): text is Failure {
  const known: readonly string[] = failures;
  return known.includes(text);
}
