import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { HostingError } from "../../errors.ts";

/** Six bits each: enough to tell keys apart, far too few to try keys by. */
const markLength = 8;

const keyPattern = /^[\x21-\x7e]{16,512}$/;

/** The bearer key (spec 5), in a wrapper that prints, logs and serialises without it. */
export class ApiKey {
  readonly #value: string;
  /** By host: each operation of a run asks for one or two of them. */
  readonly #marks = new Map<string, string>();

  /**
   * @param setting where the key was set, for the error
   * @throws HostingError `settings`, without the key, when it cannot be one.
   */
  constructor(text: string, setting: string) {
    const value = text.trim();
    // Checked here because HTTP libraries quote a malformed header value in their errors.
    if (!ApiKey.isOne(value)) {
      throw new HostingError(
        "settings",
        `The API key in ${setting} was not accepted: a key is 16 to 512 printable ASCII characters without spaces. Copy it again from the console.`,
      );
    }
    this.#value = value;
  }

  /** True for a text that a key can be. */
  static isOne(text: string | undefined): text is string {
    return text !== undefined && keyPattern.test(text.trim());
  }

  /** Value of the `authorization` header. */
  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  /** The key itself: for what has to find and remove it. */
  reveal(): string {
    return this.#value;
  }

  /** A short text by which this key on one host is known again; nobody can tell the key from it. */
  markOn(host: string): string {
    const known = this.#marks.get(host);
    if (known !== undefined) return known;
    const digest = createHmac("sha256", this.#value).update(host).digest("base64url");
    const mark = digest.slice(0, markLength);
    this.#marks.set(host, mark);
    return mark;
  }

  toString(): string {
    return `[key …${this.#value.slice(-4)}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** In the place of a key that is not set: a preview needs none, and everything that sends gets the error. */
export class MissingKey {
  readonly #problem: string;

  /** @param problem names the setting, and the way to set it */
  constructor(problem: string) {
    this.#problem = problem;
  }

  get error(): HostingError {
    return new HostingError("settings", this.#problem);
  }

  authorization(): never {
    throw this.error;
  }

  reveal(): never {
    throw this.error;
  }

  markOn(): undefined {
    return undefined;
  }

  toJSON(): null {
    return null;
  }
}
