/** Something in the sources that stops the generator: one line that says what to do. */
export class SourceProblem extends Error {}
