import { inspect } from "node:util";

/** User and password, host, port, database, and what is set besides. */
const form =
  /^postgres(?:ql)?:\/\/(?:[^@/?#\s]*@)?(\[[\da-f:.]+\]|[^@:/?#\s[\]]*)(?::(\d{1,5}))?(?:\/[^@/?#\s]*)?(?:\?[^#\s]*)?$/i;

/** The address of the database that machines share, with its password, in a wrapper that prints and logs without it. */
export class DatabaseUrl {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** True for a text that is one. */
  static isOne(text: string): boolean {
    return form.test(text);
  }

  /** The whole of it. */
  reveal(): string {
    return this.#text;
  }

  /** `<host>:<port>`, as errors name it. */
  get place(): string {
    const [, host = "", port = "5432"] = form.exec(this.#text) ?? [];
    return `${host === "" ? "localhost" : host}:${port}`;
  }

  toString(): string {
    return `[database at ${this.place}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
