import type { Resource } from "../simulation/engine-state.ts";
import type { Declaration, Program } from "../simulation/program.ts";
import { SimulatedUser } from "../simulation/user.ts";
import { ThirdPartyConsole } from "./console.ts";
import type { ThirdParty } from "./platform/index.ts";
import type { RunWishes } from "./runs.ts";

/** The tools of a person. */
interface Desk {
  readonly thirdParty: ThirdParty;
  readonly resources: () => readonly Resource[];
  readonly note: (line: string) => void;
  /** Waits for a time of the day. */
  readonly waitFor: (time: string) => Promise<void>;
}

/** Somebody who does in the console, in the environment and in the program what messages ask for, and never says what the platform is like. */
export class Person {
  readonly #desk: Desk;
  readonly #user: SimulatedUser;
  /** True once it is known that a role can only be changed by taking the member over once more. */
  #keepsRoles = false;
  /** Resources that are restarted in the console from now on. */
  readonly #restarted = new Set<string>();

  constructor(desk: Desk) {
    const { thirdParty, resources, note, waitFor } = desk;
    this.#desk = desk;
    this.#user = new SimulatedUser({
      ...{ resources, waitFor, trace: note, say: note },
      console: new ThirdPartyConsole(thirdParty),
      helped: () => undefined,
      isTidy: true,
    });
  }

  /** The environment for the next run. */
  get wishes(): Omit<RunWishes, "key"> {
    return this.#user.wishes;
  }

  /** The program with what is adopted, and without a change that can only be made by hand. */
  edited(program: Program): Program {
    const wanted = this.#user
      .edited(program)
      .map((one) => (this.#restarted.has(one.name) ? withoutTriggers(one) : one));
    return this.#keepsRoles ? wanted.map(withFirstRole) : wanted;
  }

  adopt({ name, id }: Resource): void {
    this.#user.adopt(name, id);
  }

  async follow(lines: readonly string[], program: Program): Promise<void> {
    this.#keepsRoles ||= lines.some((line) => line.includes("has not shown the member's id"));
    for (const line of lines) {
      const [, name] = /^error: ([\w-]+): .*leave restartTriggers out/.exec(line) ?? [];
      if (name !== undefined) this.#restarted.add(name);
    }
    for (const line of lines)
      this.#start(/^error: ([\w-]+): .*, start it in the console/.exec(line)?.[1]);
    await this.#user.follow(lines, program);
  }

  /** From then on its status is a word that says what it is. */
  #start(name: string | undefined): void {
    const resource = this.#desk.resources().find((known) => known.name === name);
    if (resource === undefined) return;
    this.#desk.note(`the user starts ${resource.id}`);
    this.#desk.thirdParty.console.change("instance", resource.id, { status: "running" });
  }
}

function withoutTriggers(declaration: Declaration): Declaration {
  const { restartTriggers: _triggers, ...inputs } = declaration.inputs;
  return { ...declaration, inputs };
}

function withFirstRole(declaration: Declaration): Declaration {
  if (declaration.type !== "access:ProjectMember") return declaration;
  return { ...declaration, inputs: { ...declaration.inputs, role: "developer" } };
}
