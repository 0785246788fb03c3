import type { Limit } from "../../cancellation.ts";
import { HostingError } from "../../errors.ts";

/** The time an operation has; times are the clock's milliseconds. */
export class Deadline {
  readonly startedAt: number;
  readonly at: number;
  readonly #subject: string;

  constructor(subject: string, startedAt: number, at: number) {
    this.#subject = subject;
    this.startedAt = startedAt;
    this.at = at;
  }

  /** The same as a limit of one wait, with an error that says what was waited for. */
  limit(waitingFor: string): Limit {
    const seconds = Math.round((this.at - this.startedAt) / 1000);
    const late = () =>
      new HostingError(
        "timeout",
        `${this.#subject} is not done after ${seconds} s, still waiting for ${waitingFor}. Run \`pulumi up\` again to go on, or give it more time with \`timeouts\`.`,
      );
    return { deadline: this.at, late };
  }
}
