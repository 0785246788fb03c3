/** Prints a line of errors, as `console` does. */
export interface Console {
  error(...values: readonly unknown[]): void;
}

/**
 * Keeps Pulumi's provider host from printing, as a message on the stack, an error that the engine
 * shows at the resource as well. Every other line is printed as ever.
 */
export class Copies {
  readonly #expected = new Set<unknown>();

  constructor(console: Console) {
    const print = console.error.bind(console);
    console.error = (...values) => {
      if (!this.#expected.delete(values[0])) print(...values);
    };
  }

  /** The host is about to print this error, in this form. */
  leaveOut(error: Error): void {
    this.#expected.add(`${error}: ${error.stack}`);
  }
}
