/** A named stream: every choice draws from its own, so that adding a choice later does not move the others. */
function hash(text: string): number {
  let value = 2166136261;
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return value;
}

export class Dice {
  #state: number;

  constructor(seed: number, stream: string) {
    this.#state = hash(`${seed}/${stream}`);
  }

  /** mulberry32: small, and good enough for a stage prop. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(likelihood: number): boolean {
    return this.next() < likelihood;
  }

  pick<T>(options: readonly T[]): T {
    for (const option of options.slice(this.integer(0, options.length - 1))) return option;
    throw new Error("nothing to pick from");
  }

  word(length: number, alphabet = "0123456789abcdef"): string {
    let text = "";
    while (text.length < length) text += alphabet.charAt(this.integer(0, alphabet.length - 1));
    return text;
  }

  uuid(): string {
    return `${this.word(8)}-${this.word(4)}-4${this.word(3)}-${this.pick(["8", "9", "a", "b"])}${this.word(3)}-${this.word(12)}`;
  }
}
