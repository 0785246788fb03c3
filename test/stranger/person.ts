import { defaultAssumptions, resolveAssumptions } from "../../contract/assumptions.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { Declaration, Program } from "../simulation/program.ts";
import { SimulatedUser } from "../simulation/user.ts";
import { StrangerConsole } from "./console.ts";
import type { Stranger } from "./platform/index.ts";
import type { RunWishes } from "./runs.ts";

/** What a person can see and use. */
interface Desk {
  readonly stranger: Stranger;
  readonly resources: () => readonly Resource[];
  readonly note: (line: string) => void;
  /** Waits for a time of the day. */
  readonly waitFor: (time: string) => Promise<void>;
}

/** Somebody who does in the console, in the environment and in the program what messages ask for. */
export class Person {
  readonly #user: SimulatedUser;
  readonly #assumptions: Record<string, string | readonly string[]> = {};
  /** True once it is known that a role can only be changed by taking the member over once more. */
  #keepsRoles = false;

  constructor({ stranger, resources, note, waitFor }: Desk) {
    this.#user = new SimulatedUser({
      ...{ resources, waitFor, trace: note, say: note },
      console: new StrangerConsole(stranger),
      helped: () => undefined,
      isTidy: true,
    });
  }

  /** What is set for the next run. */
  get wishes(): Omit<RunWishes, "key"> {
    return { ...this.#user.wishes, assumptions: resolveAssumptions(this.#assumptions) };
  }

  /** The program with what is adopted, and without a change that can only be made by hand. */
  edited(program: Program): Program {
    const wanted = this.#user.edited(program);
    return this.#keepsRoles ? wanted.map(withFirstRole) : wanted;
  }

  adopt({ name, id }: Resource): void {
    this.#user.adopt(name, id);
  }

  async follow(lines: readonly string[], program: Program): Promise<void> {
    this.#keepsRoles ||= lines.some((line) => line.includes("has not told the member's id"));
    for (const line of lines) {
      this.#rule(/set (routes\.\S+) to "none"/.exec(line)?.[1]);
      this.#explain(/status is "(.+)", add that to words\.stopped in/.exec(line)?.[1]);
    }
    await this.#user.follow(lines, program);
  }

  /** Says that the platform does not have a route, where nothing else can tell. */
  #rule(route: string | undefined): void {
    if (route !== undefined) this.#assumptions[route] = "none";
  }

  /** Says which word the platform has for a stopped machine; the only state that programs ask for. */
  #explain(word: string | undefined): void {
    const name = "words.stopped";
    if (word !== undefined) this.#assumptions[name] = [...defaultAssumptions[name], word];
  }
}

function withFirstRole(declaration: Declaration): Declaration {
  if (declaration.type !== "access:ProjectMember") return declaration;
  return { ...declaration, inputs: { ...declaration.inputs, role: "developer" } };
}
