import type { ListedObject } from "../../control/index.ts";
import { Follower } from "./control.ts";
import { at, choices, onInput, write } from "./dom.ts";
import { during } from "./during.ts";
import { type Cell, Grid } from "./grid.ts";
import { ObjectPane } from "./object-pane.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

const filter = at("object-filter", HTMLInputElement);
const noun = at("object-noun", HTMLSelectElement);
const state = at("object-state", HTMLSelectElement);
const count = at("object-count", HTMLElement);
const empty = at("object-empty", HTMLElement);

/** The objects by kind and state, and one of them. */
export class ObjectsView implements View {
  readonly #follower = new Follower();
  readonly #pane: ObjectPane;
  readonly #grid: Grid<ListedObject>;
  #objects: readonly ListedObject[] = [];

  constructor(after: () => Promise<void>) {
    this.#pane = new ObjectPane({ after, open: (key) => this.open(key) });
    this.#grid = new Grid(at("object-grid", HTMLElement), {
      columns: ["Kind", "Name", "State", "Details"],
      key: ({ key }) => key,
      cells: (object) => [object.noun, object.name, stateOf(object), object.detail],
      onSelect: ({ key }) => during(() => this.#pane.show(key)),
    });
    onInput([filter, noun, state], () => this.#list());
  }

  get objects(): readonly ListedObject[] {
    return this.#objects;
  }

  get selected(): string | undefined {
    return this.#grid.selected;
  }

  async look(): Promise<void> {
    const text = await this.#follower.read("/overview");
    if (text !== undefined) this.#put(JSON.parse(text));
    // What is chosen may have changed in what no list shows.
    await this.#pane.look();
  }

  /** Shows the object, whatever was filtered. */
  open(key: string): void {
    for (const field of [filter, noun, state]) field.value = "";
    this.#list();
    this.#grid.select(key);
    void during(() => this.#pane.show(key));
  }

  forget(): void {
    this.#follower.forget();
    this.#put([]);
    write(empty, "");
    this.#grid.select(undefined);
    this.#pane.clear();
  }

  #put(objects: readonly ListedObject[]): void {
    this.#objects = objects;
    choices(noun, [["", "all kinds"], ...counted(objects, (one) => one.noun)]);
    choices(state, [["", "any state"], ...counted(objects, (one) => one.status)]);
    this.#list();
  }

  #list(): void {
    const asked = words(filter.value);
    const listed = this.#objects.filter(
      (one) =>
        (noun.value === "" || one.noun === noun.value) &&
        (state.value === "" || one.status === state.value) &&
        asked.areIn(one.key, one.noun, one.name, one.status, one.detail),
    );
    this.#grid.show(listed);
    write(count, told(listed.length, this.#objects.length));
    const why =
      this.#objects.length === 0 ? "There are no objects yet." : "No object is like that.";
    write(empty, listed.length === 0 ? why : "");
  }
}

/** The style sheet puts a mark before it: what colours say, shapes and words say too. */
function stateOf({ status, health }: ListedObject): Cell {
  return status === "" ? "" : { text: status, look: `mark ${health}` };
}

function told(listed: number, all: number): string {
  const number = (value: number) => value.toLocaleString("en");
  return listed === all ? number(all) : `${number(listed)} of ${number(all)}`;
}

function counted<T>(items: readonly T[], word: (item: T) => string) {
  const groups = [...Map.groupBy(items, word)].filter(([name]) => name !== "");
  return groups
    .toSorted(([one], [other]) => one.localeCompare(other, "en"))
    .map(([name, { length }]) => [name, `${name} (${length.toLocaleString("en")})`] as const);
}
