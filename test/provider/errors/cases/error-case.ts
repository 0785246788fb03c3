/** A failure that users meet: how it comes about, and what helps. */
export interface ErrorCase {
  /** The subject, in a few words. */
  readonly title: string;
  readonly cause: string;
  readonly wayOut: string;
  /** Fails with it. */
  readonly play: () => unknown;
}
