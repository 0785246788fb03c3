/** What a tab shows. */
export interface View {
  /** Asks what is there now and shows it. */
  look(): Promise<void>;
  /** Shows nothing of any world any more. */
  forget(): void;
}
