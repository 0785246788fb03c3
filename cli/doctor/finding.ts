import type { Examined } from "./examined.ts";

/** The result of one check. */
export interface Finding {
  /** `wrong` has to be fixed; only its reader can judge a `note`. */
  readonly state: "ok" | "note" | "wrong";
  /** The subject of the check, in a word. */
  readonly about: string;
  /** One line; for a problem also how to fix it. Never a secret. */
  readonly says: string;
  /** True for what another project than the one looked at has left. */
  readonly isElsewhere?: true;
}

/** Looks at one thing; never throws for what it finds. */
export type Check = (examined: Examined) => Promise<readonly Finding[]> | readonly Finding[];
