import { hidden } from "../../provider/lifecycle/record/state.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { Program } from "../simulation/program.ts";
import { Random } from "../simulation/random.ts";
import type { Choices } from "./platform/index.ts";
import { programFor, type Version } from "./program.ts";
import { Stack } from "./stack.ts";
import { strays } from "./traces.ts";

/** The result of a stack's life on a third-party platform. */
export interface Outcome {
  readonly seed: number;
  /** Broken promises; empty when all is well. */
  readonly violations: readonly string[];
  /** All messages and requests, in order. */
  readonly trace: readonly string[];
  /** How many resources lived it, at least one of each class. */
  readonly resources: number;
}

/** Settings of a life; a seed draws the others. */
interface Options {
  readonly choices?: Partial<Choices>;
  /** `hosting:assumptions` from the first run on. */
  readonly assumptions?: Readonly<Record<string, string>>;
  /** Whether answers get lost and runs are killed: in every second life. */
  readonly hasTrouble?: boolean;
}

/** Makes, repeats, refreshes, adopts, changes and destroys a stack of every class; `seed` draws the platform. */
export async function live(seed: number, options: Options = {}): Promise<Outcome> {
  const { choices = {}, assumptions = {}, hasTrouble = seed % 2 === 1 } = options;
  const random = new Random(seed);
  const stack = new Stack({ seed, random, choices, assumptions, hasTrouble });
  try {
    const resources = await new Life(stack, random).play(hasTrouble);
    return { seed, violations: stack.violations, trace: stack.trace, resources };
  } finally {
    stack.close();
  }
}

class Life {
  readonly #stack: Stack;
  readonly #random: Random;

  constructor(stack: Stack, random: Random) {
    this.#stack = stack;
    this.#random = random;
  }

  /** Resolves with how many resources it was the life of. */
  async play(hasTrouble: boolean): Promise<number> {
    const stack = this.#stack;
    const hasOwnNames = this.#random.chance(0.5);
    const versionOf = (version: Version["version"]) =>
      programFor(stack.thirdParty, { version, hasOwnNames });
    const before = versionOf("first");
    const after = versionOf("changed");
    const last = versionOf("changed again");
    const chapters: readonly (() => Promise<void>)[] = [
      () => stack.settle("the first up", before),
      () => stack.expectQuiet("a refresh while invitations are open", () => stack.refresh()),
      () => stack.expectQuiet("the up while they are open", () => stack.up(before)),
      () => this.#repeat(before),
      ...(hasTrouble ? [() => this.#refreshInTrouble()] : []),
      () => stack.expectQuiet("a refresh", () => stack.refresh()),
      () => stack.expectQuiet("the up after a refresh", () => stack.up(before)),
      () => this.#useOtherKey(before),
      () => this.#adoptAgain(before),
      () => this.#changeByHand(before),
      () => this.#deleteOneByHand(before),
      () => this.#besideAnother(() => stack.settle("the change", after)),
      () => stack.expectQuiet("the up after the change", () => stack.up(after)),
      () => stack.settle("the second change", last),
      () => this.#repeat(last),
      () => this.#destroy(),
    ];
    for (const chapter of chapters) {
      // Events after a broken promise prove nothing new.
      if (stack.violations.length === 0) await chapter();
    }
    return before.length;
  }

  async #repeat(program: Program): Promise<void> {
    const stack = this.#stack;
    this.#acceptInvitations();
    await stack.expectQuiet("the second up", () => stack.up(program));
  }

  async #destroy(): Promise<void> {
    const stack = this.#stack;
    await stack.settle("the destruction", []);
    for (const left of strays(stack.thirdParty, [])) stack.violated(`${left} is left`);
  }

  /** It may fail, and loses nothing. */
  async #refreshInTrouble(): Promise<void> {
    const stack = this.#stack;
    const what = "a refresh with lost answers";
    await stack.expectNoWrite(what, () => stack.trouble.during(() => stack.refresh()));
    stack.checkWhole(what);
  }

  /** To the key of another organization nothing of the stack is there, and nothing may come of that. */
  async #useOtherKey(program: Program): Promise<void> {
    const stack = this.#stack;
    const { otherOrganization } = stack.thirdParty.keys;
    const what = "another key's refresh";
    const ids = stack.resources.map(({ id }) => id).sort();
    await stack.expectNoWrite(what, () => stack.refresh(otherOrganization));
    const isSame =
      stack.resources
        .map(({ id }) => id)
        .sort()
        .join() === ids.join();
    if (!isSame) stack.violated(`${what} changes what the stack has`);
    await stack.expectQuiet("the up with the right key", () => stack.up(program));
  }

  /** An object that the state lost is taken over as it is, by its id; `adopt` may be removed afterwards. */
  async #adoptAgain(program: Program): Promise<void> {
    const stack = this.#stack;
    for (let more = this.#random.fork("adoption").between(1, 3); more > 0; more -= 1) {
      const victim = this.#random
        .fork(`adopted ${more}`)
        .pickFrom(stack.resources.filter((known) => this.#isLoose(known)));
      if (victim !== undefined) stack.readopt(victim);
    }
    await stack.expectNoWrite("the up that adopts", () => stack.settle("the adoption", program));
    await stack.expectQuiet("the up without `adopt`", () => stack.up(program));
  }

  /** True for what `pulumi state delete` lets go by itself, and `adopt` takes up. */
  #isLoose({ name, type }: Resource): boolean {
    return (
      !notAdopted.has(type) &&
      !this.#stack.resources.some(({ links }) => Object.values(links).some(({ to }) => to === name))
    );
  }

  /** After a refresh that sees it, a change in the console is put back to the program's value. */
  async #changeByHand(program: Program): Promise<void> {
    const stack = this.#stack;
    const changes = Object.entries(changesByHand);
    const before = new Map(changes.map(([name, { field }]) => [name, this.#fieldOf(name, field)]));
    for (const [name, { field, value }] of changes) {
      const { kind = "", id = "" } = stack.objectOf(name) ?? {};
      stack.thirdParty.console.change(kind, id, { [field]: value });
    }
    if (!(await stack.refresh()))
      stack.violated(`a refresh after a change by hand fails: ${stack.lastLine}`);
    const seen = changes.filter(([name]) => stack.find(name)?.outputs[hidden.drifted]);
    await stack.settle("the up after a change by hand", program);
    for (const [name, { field }] of seen) {
      if (this.#fieldOf(name, field) === before.get(name)) continue;
      stack.violated(`${name} stays as it was changed by hand`);
    }
    stack.note(`of what was changed by hand is seen: ${seen.map(([name]) => name).join(", ")}`);
  }

  /** An operator changes in the console what a change of the program does not speak of: it stays. */
  async #besideAnother(change: () => Promise<void>): Promise<void> {
    const stack = this.#stack;
    const edits = Object.entries(unseenChanges).map(([name, { field, value }]) => {
      const { kind = "", id = "" } = stack.objectOf(name) ?? {};
      stack.thirdParty.console.change(kind, id, { [field]: value });
      return { name, id, field };
    });
    const before = edits.map(({ name, field }) => this.#fieldOf(name, field));
    await change();
    for (const [at, { name, id, field }] of edits.entries()) {
      const isReplaced = stack.objectOf(name)?.id !== id;
      stack.note(
        `${name} is ${isReplaced ? "another one" : "updated"} beside an operator's change`,
      );
      if (isReplaced || this.#fieldOf(name, field) === before[at]) continue;
      stack.violated(`${field} of ${name} is not as an operator has set it`);
    }
  }

  #fieldOf(name: string, field: string): string {
    return meaningOf(this.#stack.objectOf(name)?.fields[field]);
  }

  /** A network that somebody deleted in the console is made again after a refresh, where it is missed. */
  async #deleteOneByHand(program: Program): Promise<void> {
    const stack = this.#stack;
    stack.thirdParty.console.remove("network", stack.objectOf("back")?.id ?? "");
    if (!(await stack.refresh()))
      stack.violated(`a refresh after a deletion by hand fails: ${stack.lastLine}`);
    const isMissed = stack.find("back") === undefined;
    await stack.settle("the up after a deletion by hand", program);
    if (isMissed && stack.objectOf("back") === undefined)
      stack.violated("a network that was deleted by hand is not made again");
    stack.note(`a network that was deleted by hand is ${isMissed ? "missed" : "not missed"}`);
  }

  /** Members take part before their invitations expire (spec 3). */
  #acceptInvitations(): void {
    const { thirdParty } = this.#stack;
    const members = thirdParty.objects().filter(({ kind }) => kind === "member");
    for (const { id } of members) thirdParty.console.change("member", id, { accepted: true });
  }
}

/** Changes by somebody in the console, of classes that hold neither data nor an address. */
const changesByHand: Readonly<Record<string, { field: string; value: unknown }>> = {
  alarm: { field: "threshold", value: 85 },
  door: { field: "target_port", value: 9090 },
  wall: { field: "inbound", value: [{ protocol: "tcp", ports: ["22"] }] },
};

/** Changes by an operator of inputs that the second version of the program leaves as they are. */
const unseenChanges: typeof changesByHand = {
  wall: { field: "outbound", value: [{ protocol: "udp", ports: ["53"] }] },
  front: { field: "algorithm", value: "least_connections" },
};

/** A platform may give each rule an id, and write its protocol in capitals. */
function meaningOf(value: unknown): string {
  const text = JSON.stringify(value, (key, part) => (key === "id" ? undefined : part)) ?? "";
  return text.toLowerCase();
}

/** A gate is nothing on the platform, a share is a part of its image, and a key is only ever taken over. */
const notAdopted: ReadonlySet<string> = new Set([
  ...["monitoring:HealthGate", "access:ApiKey", "compute:ImageShare"],
]);
