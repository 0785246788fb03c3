import type { Props } from "../../provider/definition/session.ts";
import { createName } from "../../provider/lifecycle/create/unresolved.ts";
import { deletedByHandEntry } from "../../provider/lifecycle/identity/subject.ts";
import { Adoptions } from "./adoptions.ts";
import { calledIn, isCalled } from "./called.ts";
import type { ShownObject } from "./console.ts";
import type { Desk } from "./desk.ts";
import type { Resource } from "./engine-state.ts";
import { phrases } from "./phrases.ts";
import { inOrder, movedAs } from "./places.ts";
import type { Wishes } from "./process.ts";
import type { Program } from "./program.ts";

const unresolvedPrefix = "unresolved-";

/** Somebody who reads the messages and does as they say, and nothing else. */
export class SimulatedUser {
  readonly #desk: Desk;
  readonly #adoptions = new Adoptions();
  readonly #forgotten = new Set<string>();
  /** As messages name them: an address and its assignment have one id. */
  readonly #deletedByHand = new Set<string>();
  /** Ids that were deleted in the console, with all that was in them. */
  readonly #lost = new Set<string>();
  /** Assumptions that are set from now on. */
  readonly #assumptions = new Map<string, string>();
  /** Those that a message named once, which a second one has to confirm. */
  readonly #missed = new Set<string>();
  #acceptWorld: string | undefined;
  readonly #deletedFirst = new Set<string>();
  /** Names of resources that the platform's limit lets nobody read in two minutes. */
  readonly #slow = new Set<string>();
  /** Gigabytes that volumes were given more than the program says. */
  readonly #grown = new Map<string, number>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Settings of the next run. */
  get wishes(): Wishes {
    return {
      deletedByHand: [...this.#deletedByHand],
      forgetUnresolved: [...this.#forgotten],
      acceptWorld: this.#acceptWorld,
      assumptions: Object.fromEntries(this.#assumptions),
    };
  }

  /** The program with what the user adopts. */
  edited(program: Program): Program {
    const resources = this.#desk.resources();
    const { tidiesUp = false } = this.#desk;
    return inOrder(program, { resources, tidiesUp }).map((declaration) => {
      const former = this.#adoptions.formerIdOf(declaration, this.#desk.resources());
      if (former !== undefined) this.adopt(declaration.name, former);
      const more = this.#grown.get(declaration.name);
      const inputs: Props = {
        ...declaration.inputs,
        ...this.#adoptions.inputsFor(declaration.name),
        ...(this.#slow.has(declaration.name) ? { timeouts: { read: "10m" } } : {}),
        ...(more === undefined ? {} : { sizeGb: Number(declaration.inputs["sizeGb"]) + more }),
      };
      const isFirst = this.#deletedFirst.has(declaration.name);
      return { ...declaration, inputs, ...(isFirst ? { deleteFirst: true } : {}) };
    });
  }

  /** Does what the lines of a run ask for; true when one asks for a refresh. */
  async follow(lines: readonly string[], program: Program): Promise<boolean> {
    this.#adoptions.tidyUp(this.#desk.resources());
    // It names ids, and a name may be given again; a run that was killed has not heard of it yet.
    const isKilled = lines.some((line) => line.endsWith(": is killed"));
    if (!isKilled || !this.#desk.isTidy) {
      this.#deletedByHand.clear();
      this.#lost.clear();
    }
    // The key is the right one: a user confirms it once, and a team with many keys for good.
    this.#acceptWorld =
      lines
        .map((line) => line.match(phrases.acceptWorld)?.[1])
        .find((world) => world !== undefined) ??
      this.#worldOfMistake(lines) ??
      (this.#desk.isTeam ? this.#acceptWorld : undefined);
    this.#noteMissed(lines);
    for (const line of lines.filter((text) => text.startsWith("error: "))) {
      await this.#followError(line, program);
    }
    if (this.#desk.isTidy) await this.#clearAway(lines);
    // The forwards of a container go with it.
    const parts = this.#desk.resources().map(({ id }) => id.split("/").slice(0, -1));
    const hasLost = parts.flat().some((id) => this.#lost.has(id));
    return hasLost || lines.some((line) => /`?pulumi refresh( --run-program)?[`;.]/.test(line));
  }

  /** One 404 may be a proxy's, or about an object that is gone: after the second one a route is missing. */
  #noteMissed(lines: readonly string[]): void {
    const missed = lines
      .filter((line) => !phrases.notAdopted.test(line))
      .flatMap((line) => namesOf(line));
    for (const assumption of missed.filter((known) => this.#missed.has(known)))
      this.#assume(assumption);
    for (const assumption of missed) this.#missed.add(assumption);
  }

  #assume(assumption: string): void {
    this.#desk.trace(`the user sets ${assumption} to "none"`);
    this.#assumptions.set(assumption, "none");
  }

  /** A run with another second host adopted what the first host has: the console shows all of it. */
  #worldOfMistake(lines: readonly string[]): string | undefined {
    const reported = lines.filter((line) => phrases.madeElsewhere.test(line));
    const made = this.#desk
      .resources()
      .filter(({ name }) => reported.some((line) => line.startsWith(`error: ${name}: `)));
    const isHere = made.every(({ type, id }) => this.#desk.console.has(type, id));
    return isHere ? reported[0]?.match(phrases.madeElsewhere)?.[1] : undefined;
  }

  /** Does what the first of the phrases that a message has asks for. */
  async #followError(line: string, program: Program): Promise<void> {
    const [, failed = ""] = line.match(/^error: ([\w-]+): /) ?? [];
    const name = movedAs(program, failed)?.name ?? failed;
    const reactions: readonly (readonly [RegExp, (found: string) => Promise<void> | void])[] = [
      [phrases.deletedByHand, (entries) => this.#followDeletion(entries, line, failed)],
      [phrases.attachedElsewhere, (id) => this.#detach(id)],
      [phrases.unresolved, (create) => this.#lookLater(create, line, program)],
      [phrases.notFound, (id) => this.#recall(id)],
      [phrases.notAdopted, () => this.#giveUpAdoption(name, line, program)],
      [phrases.grown, () => this.#grow(name)],
      [phrases.tooSlow, () => void this.#slow.add(name)],
      [phrases.placeTaken, (id) => this.#clearForward(name, id)],
      [phrases.invited, () => this.#freeName(name, program)],
      [phrases.running, () => this.#stop(name)],
      [phrases.nameTaken, (id) => this.#freeName(name, program, id)],
      [phrases.deleteFirst, () => this.#freeName(name, program)],
    ];
    for (const [phrase, react] of reactions) {
      const found = line.match(phrase);
      if (found !== null) return react(found[1] ?? "");
    }
  }

  /** Says that something was deleted where the console does not show it, and deletes it there where the message asks for that. */
  async #followDeletion(entries: string, line: string, failed: string): Promise<void> {
    const resources = this.#desk.resources();
    const type = resources.find((known) => known.name === failed)?.type;
    const isMeant = (known: Resource) =>
      entries === "<ids>"
        ? known.type === type
        : entries.split(",").includes(deletedByHandEntry(known, known.id));
    for (const resource of resources.filter(isMeant)) {
      const asksFor = /(?:[dD]elete it|[Rr]emove the member) (?:there|in the console)/.test(line);
      if (asksFor) await this.#deleteByHand(resource);
      else this.#report(resource);
    }
  }

  #report({ type, id }: Pick<ShownObject, "type" | "id">): void {
    if (this.#desk.console.has(type, id)) return;
    this.#lost.add(id);
    this.#deletedByHand.add(deletedByHandEntry({ type }, id));
  }

  /** An interrupted run has put it into another instance. */
  async #detach(id: string): Promise<void> {
    this.#desk.trace(`the user detaches ${id}`);
    await this.#desk.console.delete({ type: "storage:VolumeAttachment", id });
  }

  /** Where nothing reads the kind, only the user knows that it is gone. */
  #recall(id: string): void {
    const isMeant = (known: Resource) => known.id === id || known.id.endsWith(`/${id}`);
    const resource = this.#desk.resources().find(isMeant);
    if (resource !== undefined) this.#report(resource);
  }

  /** The message says from when on there is something to see. */
  async #lookLater(create: string, line: string, program: Program): Promise<void> {
    await this.#desk.waitFor(line.match(/After (\d\d:\d\d:\d\d) UTC/)?.[1] ?? "");
    const resource = this.#desk.resources().find((known) => unresolvedIn(known) === create);
    const [, likely = ""] = line.match(/, maybe as ([^:]+):/) ?? [];
    if (resource !== undefined) await this.#lookInto(resource, program, likely.split(" or "));
  }

  /** It has grown, but where nothing reads it, only another size gets on from there. */
  #grow(name: string): void {
    this.#grown.set(name, (this.#grown.get(name) ?? 0) + 1);
  }

  /**
   * The same forward again: one that an interrupted run made in place of the deleted one, or the
   * replaced one, whose deletion comes last. One that the state has by another name is adopted.
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

  /** Deletes objects that a killed run left behind and the program has no use for. */
  async #clearAway(lines: readonly string[]): Promise<void> {
    const reported = lines.filter((line) => line.includes("a run that was killed"));
    for (const line of reported) {
      const isNamed = ({ id, called }: ShownObject) => line.includes(id) || line.includes(called);
      const found = this.#unmanaged().find(isNamed);
      if (found !== undefined) await this.#deleteByHand(found);
      const [, create] = line.match(/HOSTING_FORGET_UNRESOLVED=([\w-]+)/) ?? [];
      if (create !== undefined) this.#forgotten.add(create);
    }
  }

  /** A name is taken: by the object that is to be replaced, or by one that nobody manages. */
  async #freeName(name: string, program: Program, holder?: string): Promise<void> {
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
    const isKnown = isReplacing && !this.#adoptions.isAny;
    if (isKnown && (replaced ?? found) === replaced) this.#desk.helped(name);
    // The engine deletes what was replaced at the end only, and the program is back at its name.
    if (replaced !== undefined) return this.#deleteByHand(replaced);
    if (found === undefined) this.#deletedFirst.add(name);
    else this.adopt(name, found.id);
  }

  /** Writes into the program that a resource is what is there already. */
  adopt(name: string, id: string): void {
    this.#desk.say(`the user adopts ${id}`);
    this.#adoptions.write(name, id);
  }

  /** Looks in the console for what may exist, as the message says. */
  async #lookInto(resource: Resource, program: Program, likely: readonly string[]) {
    const { name, type, outputs, isCondemned } = resource;
    const fitting = this.#unmanaged().filter(
      (object) => object.type === type && isCalled(object.called, calledIn(type, outputs)),
    );
    const found = fitting.find(({ id }) => likely.includes(id)) ?? fitting[0];
    const isDeclared = !isCondemned && program.some((known) => known.name === name);
    this.#desk.trace(`the user looks for ${name} and finds ${found?.id ?? "nothing"}`);
    if (found !== undefined && isDeclared) this.adopt(name, found.id);
    else {
      if (found !== undefined) await this.#desk.console.delete(found);
      this.#forgotten.add(unresolvedIn(resource));
    }
  }

  /** An object that cannot be adopted as it is is deleted, and made anew. Where no route shows it, the console does. */
  async #giveUpAdoption(name: string, line: string, program: Program): Promise<void> {
    const resource = this.#desk.resources().find((known) => known.name === name);
    // An object that a killed replacement made under the old one's name has its id, too (README.md).
    const isReplaced = resource?.isPending === true;
    const id = this.#adoptions.idFor(name) ?? (isReplaced ? resource.id : undefined);
    const type = program.find((known) => known.name === name)?.type;
    const routes = namesOf(line);
    if (routes.length > 0 && this.#desk.console.has(type ?? "", id ?? ""))
      return void routes.map((route) => this.#assume(route));
    this.#adoptions.erase(name);
    if (resource?.id.startsWith(unresolvedPrefix) === true) {
      this.#forgotten.add(unresolvedIn(resource));
    }
    if (id === undefined || type === undefined || (id === resource?.id && !isReplaced)) return;
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

  /** Objects that no resource of the state is; with a program, that none of its resources is. */
  #unmanaged(program?: Program): readonly ShownObject[] {
    const names = program?.map(({ name }) => name);
    const resources = this.#desk.resources().filter(({ name }) => names?.includes(name) ?? true);
    return this.#desk.console.unmanaged(resources);
  }
}

/** Assumptions of routes that a message says to set. */
function namesOf(line: string): readonly string[] {
  return [...line.matchAll(new RegExp(phrases.noRoute, "g"))].map(([, name = ""]) => name);
}

/** The word of HOSTING_FORGET_UNRESOLVED for a resource of unknown outcome; it may stay set. */
function unresolvedIn({ id, outputs }: Resource): string {
  return createName(id.slice(unresolvedPrefix.length), Number(Object(outputs["__unresolved"]).at));
}
