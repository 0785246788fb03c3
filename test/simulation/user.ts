import type { Props } from "../../provider/definition/session.ts";
import { createName } from "../../provider/lifecycle/create/unresolved.ts";
import { deletedByHandEntry } from "../../provider/lifecycle/identity/subject.ts";
import { Adoptions } from "./adoptions.ts";
import { calledIn, isCalled } from "./called.ts";
import type { ShownObject } from "./console.ts";
import type { Desk } from "./desk.ts";
import type { Resource } from "./engine-state.ts";
import { phrases } from "./phrases.ts";
import { inOrder, movedAs, placeOf } from "./places.ts";
import type { Wishes } from "./process.ts";
import type { Declaration, Program } from "./program.ts";

const unresolvedPrefix = "unresolved-";

/** Somebody who reads what is said and does what it says, and nothing else. */
export class SimulatedUser {
  readonly #desk: Desk;
  readonly #adoptions = new Adoptions();
  readonly #forgotten = new Set<string>();
  /** As messages name them: an address and its assignment have one id. */
  readonly #deletedByHand = new Set<string>();
  /** What went in the console, with all that was in it. */
  readonly #lost = new Set<string>();
  #acceptWorld: string | undefined;
  readonly #deletedFirst = new Set<string>();
  /** What the platform's limit lets nobody read in two minutes. */
  readonly #slow = new Set<string>();
  /** Names of what stays as the state has it until a run has settled who has an object. */
  readonly #undone = new Set<string>();
  /** Names that the user gives to what would have one that another resource of the program has. */
  readonly #named = new Map<string, string>();
  /** Gigabytes that volumes were given more than the program says. */
  readonly #grown = new Map<string, number>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** What the user puts into the environment of the next run. */
  get wishes(): Wishes {
    return {
      deletedByHand: [...this.#deletedByHand],
      forgetUnresolved: [...this.#forgotten],
      acceptWorld: this.#acceptWorld,
    };
  }

  /** True while the next run is to settle something before the program is carried out as it is. */
  get holdsBack(): boolean {
    return this.#undone.size > 0;
  }

  /** The program with what the user adopts. */
  edited(program: Program): Program {
    const resources = this.#desk.resources();
    const { tidiesUp = false } = this.#desk;
    return inOrder(program, { resources, tidiesUp }).map((declaration) => {
      const former = this.#adoptions.formerIdOf(declaration, this.#desk.resources());
      if (former !== undefined) this.adopt(declaration.name, former);
      const more = this.#grown.get(declaration.name);
      const name = this.#named.get(declaration.name);
      const inputs = {
        ...declaration.inputs,
        ...this.#formerInputs(declaration),
        ...this.#adoptions.inputsFor(declaration.name),
        ...(this.#slow.has(declaration.name) ? { timeouts: { read: "10m" } } : {}),
        ...(name === undefined ? {} : { name }),
        ...(more === undefined ? {} : { sizeGb: Number(declaration.inputs["sizeGb"]) + more }),
      };
      const isFirst = this.#deletedFirst.has(declaration.name);
      return { ...declaration, inputs, ...(isFirst ? { deleteFirst: true } : {}) };
    });
  }

  /** Of what is undone: as the state has it. */
  #formerInputs({ name, inputs }: Declaration): Props {
    const former = this.#desk.resources().find((known) => known.name === name);
    if (!this.#undone.has(name) || former === undefined) return {};
    return Object.fromEntries(Object.keys(inputs).map((input) => [input, former.inputs[input]]));
  }

  /** Does what the lines of a run ask for; true when one asks for a refresh. */
  async follow(lines: readonly string[], program: Program): Promise<boolean> {
    this.#tidyUp();
    // Whether that is settled is what the next run tells.
    this.#undone.clear();
    // It names ids, and a name may be given again; a run that was killed has not heard of it yet.
    const isKilled = lines.some((line) => line.endsWith(": is killed"));
    if (!isKilled || !this.#desk.isTidy) {
      this.#deletedByHand.clear();
      this.#lost.clear();
    }
    // The key is the right one, so what it has never seen is what an earlier mistake made.
    this.#acceptWorld =
      lines
        .map((line) => line.match(/HOSTING_ACCEPT_WORLD=(\S+) pulumi/)?.[1])
        .find((world) => world !== undefined) ?? this.#worldOfMistake(lines);
    for (const line of lines.filter((text) => text.startsWith("error: "))) {
      await this.#followError(line, program);
    }
    const isInTheWay = lines.some((line) => line.includes("(409)"));
    if (isInTheWay || this.#desk.isTidy) await this.#clearAway(lines, program);
    // What was in it went with it, like the forwards of a container.
    const parts = this.#desk.resources().map(({ id }) => id.split("/").slice(0, -1));
    const hasLost = parts.flat().some((id) => this.#lost.has(id));
    return hasLost || lines.some((line) => /`pulumi refresh( --run-program)?`/.test(line));
  }

  /** A run with another second host adopted what the first host has: the console shows all of it. */
  #worldOfMistake(lines: readonly string[]): string | undefined {
    const told = lines.filter((line) => phrases.madeElsewhere.test(line));
    const made = this.#desk
      .resources()
      .filter(({ name }) => told.some((line) => line.startsWith(`error: ${name}: `)));
    const isHere = made.every(({ type, id }) => this.#desk.console.has(type, id));
    return isHere ? told[0]?.match(phrases.madeElsewhere)?.[1] : undefined;
  }

  /** Does what the first of the phrases that a message has asks for. */
  async #followError(line: string, program: Program): Promise<void> {
    const [, failed = ""] = line.match(/^error: ([\w-]+): /) ?? [];
    // What a message is about may be another resource than the one whose step failed.
    const [, called = failed] = line.match(/"([\w-]+)" would be replaced/) ?? [];
    const name = movedAs(program, called)?.name ?? called;
    const reactions: readonly (readonly [RegExp, (found: string) => Promise<void> | void])[] = [
      [phrases.adoptedByKilled, (id) => this.#settle(id, failed)],
      [phrases.goneByHand, (id) => this.#deleteNamed(id, failed)],
      [phrases.allMissing, (id) => this.#tellMissing(id, failed, program)],
      [phrases.foundNothing, (id) => this.#recall(id)],
      [phrases.notSeen, (id) => this.#recall(id)],
      [phrases.attachedElsewhere, (id) => this.#detach(id)],
      [phrases.madeEarlier, (id) => this.#takeOrForget(id, line, program)],
      [phrases.unresolved, (doubt) => this.#lookLater(doubt, line, program)],
      [phrases.madeOtherwise, (id) => this.#clear(id, name, program)],
      [phrases.unseen, () => this.#adoptUnseen(name, program)],
      [phrases.notAdopted, () => this.#giveUpAdoption(name, program)],
      [phrases.grown, () => this.#grow(name)],
      [phrases.tooSlow, () => void this.#slow.add(name)],
      [phrases.forwarded, (id) => this.#clearForward(name, id)],
      // The platform's words are cut where they are long.
      [phrases.invited, () => this.#makeRoom(name, program)],
      [phrases.running, () => this.#stop(name)],
      [phrases.killedHasName, (id) => this.#clearEarlier(id, name, program)],
      [phrases.shared, () => void this.#undone.add(name)],
      [phrases.nameOfAnother, () => void this.#named.set(name, `own-${name}`)],
      [phrases.nameTaken, (id) => this.#makeRoom(name, program, id)],
      [phrases.deleteFirst, () => this.#makeRoom(name, program)],
    ];
    for (const [phrase, react] of reactions) {
      const found = line.match(phrase);
      if (found !== null) return react(found[1] ?? "");
    }
  }

  /** Whether the stack has it by another name; where it does, a refresh settles it. */
  async #settle(id: string, name: string): Promise<void> {
    const isElsewhere = this.#desk
      .resources()
      .some((known) => known.id === id && known.name !== name);
    if (!isElsewhere) await this.#deleteNamed(id, name);
  }

  async #deleteNamed(id: string, name: string): Promise<void> {
    const named = this.#desk.resources().filter((known) => known.id === id);
    // An address and its assignment have one id.
    const resource = named.find((known) => known.name === name) ?? named[0];
    if (resource !== undefined) await this.#deleteByHand({ type: resource.type, id });
  }

  /** What is to be adopted, no state has: the console shows whether it is there. */
  async #tellMissing(id: string, name: string, program: Program): Promise<void> {
    await this.#deleteNamed(id, name);
    const type = program.find((known) => known.name === name)?.type;
    if (type === undefined || this.#desk.console.has(type, id)) return;
    this.#deletedByHand.add(deletedByHandEntry({ type }, id));
  }

  /** An interrupted run has put it into another instance. */
  async #detach(id: string): Promise<void> {
    this.#desk.trace(`the user detaches ${id}`);
    await this.#desk.console.delete({ type: "storage:VolumeAttachment", id });
  }

  /** What a state has, a refresh tells; the console shows whether it is there at all. */
  #takeOrForget(id: string, line: string, program: Program): void {
    const [, name = ""] = line.match(/^error: ([\w-]+): /) ?? [];
    const [, doubt = ""] = line.match(phrases.unresolved) ?? [];
    const type = program.find((known) => known.name === name)?.type;
    if (type === undefined || this.#desk.resources().some((known) => known.id === id)) return;
    if (this.#desk.console.has(type, id)) this.adopt(name, id);
    else this.#forgotten.add(doubt);
  }

  /** It was deleted before the state had it, and nothing but the user can tell. */
  #recall(id: string): void {
    const isMeant = (known: Resource) => known.id === id || known.id.endsWith(`/${id}`);
    const resource = this.#desk.resources().find(isMeant);
    if (resource === undefined || this.#desk.console.has(resource.type, resource.id)) return;
    this.#lost.add(resource.id);
    this.#deletedByHand.add(deletedByHandEntry(resource, resource.id));
  }

  /** The message says from when on there is something to see. */
  async #lookLater(doubt: string, line: string, program: Program): Promise<void> {
    await this.#desk.waitFor(line.match(/After (\d\d:\d\d:\d\d) UTC/)?.[1] ?? "");
    const resource = this.#desk.resources().find((known) => doubtIn(known) === doubt);
    const [, others = ""] = line.match(/ besides ([^:]+):/) ?? [];
    const [, likely = ""] = line.match(/, maybe as ([^:]+):/) ?? [];
    const named = { others: others.split(" and "), likely: likely.split(" or ") };
    if (resource !== undefined) await this.#lookInto(resource, program, named);
  }

  /** It has grown, but where nothing reads it, only another size gets on from there. */
  #grow(name: string): void {
    this.#grown.set(name, (this.#grown.get(name) ?? 0) + 1);
  }

  /** What an interrupted run made is of no use to the program as it is now. */
  async #clear(id: string, name: string, program: Program): Promise<void> {
    const type = program.find((known) => known.name === name)?.type;
    if (type !== undefined) await this.#deleteByHand({ type, id });
  }

  /** What an interrupted run may have made is deleted, unless the state shows it. */
  async #clearEarlier(id: string, name: string, program: Program): Promise<void> {
    const isManaged = this.#desk
      .resources()
      .some((known) => known.name === name && known.id === id && !known.isPending);
    if (isManaged) await this.#makeRoom(name, program, id);
    else await this.#clear(id, name, program);
  }

  /**
   * The same forward again: what an interrupted run made in the place of the one it had deleted, or the
   * one that is replaced, whose deletion comes last. What the state has by another name is adopted.
   */
  async #clearForward(name: string, id: string): Promise<void> {
    const isIt = (known: Pick<ShownObject, "type" | "id">) =>
      known.type === "compute:PortForward" && known.id === id;
    const managed = this.#desk.resources().filter(isIt);
    const pending = managed.find(
      (known) => known.name === name && (known.isPending || known.isCondemned),
    );
    if (pending === undefined && managed.some((known) => known.name !== name)) {
      return this.adopt(name, id);
    }
    const found = pending ?? this.#unmanaged().find(isIt);
    if (found !== undefined) await this.#desk.console.delete(found);
  }

  /** Nothing but the console can. */
  async #stop(name: string): Promise<void> {
    for (const known of this.#desk.resources()) {
      if (known.name === name) await this.#desk.console.stop(known);
    }
  }

  /** What an interrupted run left behind is in the way of what is to be created now. */
  async #clearAway(lines: readonly string[], program: Program): Promise<void> {
    const orphans = lines.filter((line) => line.includes("with other inputs, which no stack"));
    const types = program
      .filter((declaration) => {
        const { logicalName } = declaration.aliases ? placeOf(declaration) : {};
        const name = logicalName ?? declaration.name;
        return orphans.some((line) => line.includes(`"${name}"`));
      })
      .map(({ type }) => type);
    for (const object of this.#unmanaged()) {
      if (types.includes(object.type)) await this.#deleteByHand(object);
    }
  }

  /** A name is taken: by what is to be replaced, or by something that nobody manages. */
  async #makeRoom(name: string, program: Program, holder?: string): Promise<void> {
    const declaration = program.find((known) => known.name === name);
    const managed = this.#desk.resources().filter((known) => known.name === name);
    // A placeholder is nothing that a console shows.
    const replaced = managed.find(
      ({ id, isCondemned }) => isCondemned && !id.startsWith(unresolvedPrefix),
    );
    const found = this.#unmanaged(program).find((object) => {
      if (object.type !== declaration?.type) return false;
      return (
        object.id === holder || isCalled(object.called, calledIn(object.type, declaration.inputs))
      );
    });
    // Where a refresh took the live one out of the state, the engine creates and replaces nothing: no call
    // tells the provider of those that are still to be deleted.
    const isReplacing = managed.some(({ isCondemned }) => !isCondemned);
    const isKnown = isReplacing && !this.#adoptions.isGuessed;
    if (isKnown && (replaced ?? found) === replaced) this.#desk.helped(name);
    // The engine deletes what was replaced at the end only, and the program is back at its name.
    if (replaced !== undefined) return this.#deleteByHand(replaced);
    if (found === undefined && declaration?.takesOver) this.#named.set(name, `own-${name}`);
    else if (found === undefined) this.#deletedFirst.add(name);
    else this.adopt(name, found.id);
  }

  /** Writes into the program that a resource is what is there already. */
  adopt(name: string, id: string): void {
    this.#desk.say(`the user adopts ${id}`);
    this.#adoptions.write(name, id);
  }

  /** Looks in the console for what may exist, as the message says. */
  async #lookInto(resource: Resource, program: Program, { others, likely }: Named) {
    const { name, type, outputs, isCondemned } = resource;
    const fitting = this.#unmanaged().filter((object) => {
      const isIt = object.type === type && isCalled(object.called, calledIn(type, outputs));
      return isIt && !others.includes(object.id);
    });
    const found = fitting.find(({ id }) => likely.includes(id)) ?? fitting[0];
    const isDeclared = !isCondemned && program.some((known) => known.name === name);
    this.#desk.trace(`the user looks for ${name} and finds ${found?.id ?? "nothing"}`);
    if (found !== undefined && isDeclared) this.adopt(name, found.id);
    else {
      if (found !== undefined) await this.#desk.console.delete(found);
      this.#forgotten.add(doubtIn(resource));
    }
  }

  /** The console shows what no request does. */
  async #adoptUnseen(name: string, program: Program): Promise<void> {
    const id = this.#adoptions.idFor(name);
    const type = program.find((known) => known.name === name)?.type;
    if (id === undefined || type === undefined) return;
    if (this.#desk.console.has(type, id)) this.#adoptions.writeUnseen(id);
    else await this.#giveUpAdoption(name, program);
  }

  /** What is there cannot be adopted as it is: it is deleted, and made anew. */
  async #giveUpAdoption(name: string, program: Program): Promise<void> {
    const id = this.#adoptions.idFor(name);
    const type = program.find((known) => known.name === name)?.type;
    this.#adoptions.erase(name);
    const resource = this.#desk.resources().find((known) => known.name === name);
    if (resource?.id.startsWith(unresolvedPrefix) === true) {
      this.#forgotten.add(doubtIn(resource));
    }
    if (id === undefined || type === undefined || id === resource?.id) return;
    if (!this.#desk.console.has(type, id)) return;
    await this.#desk.console.delete({ type, id });
    this.#lost.add(id);
  }

  async #deleteByHand(object: Pick<ShownObject, "type" | "id">): Promise<void> {
    this.#desk.trace(`the user deletes ${object.id} by hand`);
    await this.#desk.console.delete(object);
    this.#lost.add(object.id);
    this.#deletedByHand.add(deletedByHandEntry(object, object.id));
  }

  /** `adopt` has done its work once the state has the id. */
  #tidyUp(): void {
    this.#adoptions.tidyUp(this.#desk.resources());
  }

  /** What no resource of the state is; of a program, what none of those is that are in it. */
  #unmanaged(program?: Program): readonly ShownObject[] {
    const names = program?.map(({ name }) => name);
    const resources = this.#desk.resources().filter(({ name }) => names?.includes(name) ?? true);
    return this.#desk.console.unmanaged(resources);
  }
}

/** What HOSTING_FORGET_UNRESOLVED takes for a resource of unknown outcome; it may stay set. */
function doubtIn({ id, outputs }: Resource): string {
  return createName(id.slice(unresolvedPrefix.length), Number(Object(outputs["__unresolved"]).at));
}

/** Ids in a message about what may exist. */
interface Named {
  /** What is another one's. */
  readonly others: readonly string[];
  /** What is likely to be it. */
  readonly likely: readonly string[];
}
