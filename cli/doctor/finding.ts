import type { Examined } from "./examined.ts";

/** What one look showed. */
export interface Finding {
  /** `wrong` has to be mended; of a `note` only its reader can say. */
  readonly state: "ok" | "note" | "wrong";
  /** What was looked at, in a word. */
  readonly about: string;
  /** One line; of what is wrong also how it is mended. Never a secret. */
  readonly says: string;
}

/** Looks at one thing; never throws for what it finds. */
export type Check = (examined: Examined) => Promise<readonly Finding[]> | readonly Finding[];
