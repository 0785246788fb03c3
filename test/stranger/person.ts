import { resolveAssumptions } from "../../contract/assumptions.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { Declaration, Program } from "../simulation/program.ts";
import type { Stranger } from "./platform/index.ts";
import type { RunWishes } from "./runs.ts";
import { has, objectOf } from "./traces.ts";

/** Somebody who does in the console, in the environment and in the program what messages ask for. */
export class Person {
  readonly #stranger: Stranger;
  readonly #resources: () => readonly Resource[];
  readonly #assumptions: Record<string, string> = {};
  #deletedByHand: string[] = [];
  /** True once it is known that a role can only be changed by taking the member over once more. */
  #keepsRoles = false;

  constructor(stranger: Stranger, resources: () => readonly Resource[]) {
    this.#stranger = stranger;
    this.#resources = resources;
  }

  /** Begins something new: what was said to be deleted by hand has done its work. */
  begin(): void {
    this.#deletedByHand = [];
  }

  /** What is set for the next run. */
  get wishes(): Omit<RunWishes, "key"> {
    const assumptions = resolveAssumptions(this.#assumptions);
    return { deletedByHand: this.#deletedByHand, assumptions };
  }

  /** The program without a change that can only be made by hand. */
  edited(program: Program): Program {
    return this.#keepsRoles ? program.map(withFirstRole) : program;
  }

  follow(lines: readonly string[]): void {
    this.#keepsRoles ||= lines.some((line) => line.includes("has not told the member's id"));
    for (const line of lines) {
      this.#stop(/\((\S+)\) was not deleted: .*Stop it in the console/.exec(line)?.[1]);
      this.#rule(/set (routes\.\S+) to "none"/.exec(line)?.[1]);
      this.#delete(/HOSTING_DELETED_BY_HAND=(\S+?)[.,;]?(?:\s|$)/.exec(line)?.[1]);
    }
  }

  /** Stops what a person has to stop before it can be deleted. */
  #stop(id = ""): void {
    const machine = objectOf(this.#stranger, "compute:Instance", id);
    if (machine === undefined) return;
    this.#stranger.console.change("instance", machine.id, { status: "stopped" });
  }

  /** Says that the platform does not have a route, where nothing else can tell. */
  #rule(route: string | undefined): void {
    if (route !== undefined) this.#assumptions[route] = "none";
  }

  #delete(word: string | undefined): void {
    if (word === undefined) return;
    this.#deletedByHand.push(word);
    for (const { type, id } of this.#resources()) {
      const isMeant = word === id || word.endsWith(`:${id}`);
      if (!isMeant || !has(this.#stranger, type, id)) continue;
      const object = objectOf(this.#stranger, type, id);
      if (object !== undefined) this.#stranger.console.remove(object.kind, object.id);
    }
  }
}

function withFirstRole(declaration: Declaration): Declaration {
  if (declaration.type !== "access:ProjectMember") return declaration;
  return { ...declaration, inputs: { ...declaration.inputs, role: "developer" } };
}
