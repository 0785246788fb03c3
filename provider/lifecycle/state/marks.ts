import type { Props } from "../../definition/session.ts";
import { hidden, strings } from "./state.ts";

/** So many are kept: of more than that nobody can tell which keys saw the object. */
const most = 20;

/** The marks of the keys that saw an object, as its state has them. */
export class Marks {
  /** That of the key which saw it last. */
  readonly last: string | undefined;
  /** Those of the keys before it, the latest first. */
  readonly before: readonly string[];

  constructor(props: Props) {
    [this.last] = strings([props[hidden.seenBy]]);
    this.before = strings(props[hidden.seenBefore]);
  }

  /** All of them, the last one first. */
  get all(): readonly string[] {
    return [this.last ?? "", ...this.before];
  }

  /** False where other keys may have seen it as well. */
  get areAll(): boolean {
    return this.before.length < most;
  }

  /** Those that come behind a new one, which is among them where its key took turns with others. */
  behind(mark: string | undefined): readonly string[] {
    if (this.last === undefined || this.last === mark) return this.before;
    return [...new Set(this.all)].slice(0, most);
  }
}
