import { make, visible } from "./dom.ts";

/** Pixels; the style sheet has the same. */
const rowHeight = 28;

/** Rows above and below what is seen, so that scrolling shows no gap. */
const spare = 8;

/** How a grid shows items of a sort. */
export interface GridOptions<T> {
  readonly columns: readonly string[];
  /** Unlike that of every other item. */
  key(item: T): string;
  /** What stands in its cells. */
  cells(item: T): readonly Cell[];
  /** Another item is looked at. */
  onSelect(item: T): void;
}

/** Text, or text that looks like something. */
export type Cell = string | { readonly text: string; readonly look: string };

interface Row<T> {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  place: number;
  item: T | undefined;
  isSelected: boolean;
}

/** A table of any length: only the rows that are seen are in the document. */
export class Grid<T> {
  readonly #root: HTMLElement;
  readonly #options: GridOptions<T>;
  readonly #space = make("div", { role: "rowgroup", class: "space" });
  readonly #rows: Row<T>[] = [];
  #items: readonly T[] = [];
  #selected: string | undefined;

  constructor(root: HTMLElement, options: GridOptions<T>) {
    this.#root = root;
    this.#options = options;
    const titles = options.columns.map((title) => make("span", { role: "columnheader" }, title));
    const head = make("div", { role: "row", class: "row head", "aria-rowindex": "1" }, ...titles);
    root.replaceChildren(make("div", { role: "rowgroup", class: "heads" }, head), this.#space);
    root.addEventListener("scroll", () => this.#draw());
    root.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("click", ({ target }) => this.#onClick(target));
    new ResizeObserver(() => this.#draw()).observe(root);
  }

  get selected(): string | undefined {
    return this.#selected;
  }

  /** Shows these items; what is seen stays where it is, also when others come before it. */
  show(items: readonly T[]): void {
    const before = this.#items[this.#first()];
    this.#items = items;
    this.#root.setAttribute("aria-rowcount", String(items.length + 1));
    this.#space.style.blockSize = `${items.length * rowHeight}px`;
    if (this.#root.scrollTop > 0 && before !== undefined) this.#keep(before);
    this.#draw();
  }

  /** Marks the item with the key, and brings it into sight where it is listed. */
  select(key: string | undefined): void {
    this.#selected = key;
    const place = this.#place();
    if (place >= 0) this.#reveal(place);
    this.#draw();
  }

  #first(): number {
    return Math.floor(this.#root.scrollTop / rowHeight);
  }

  #keep(before: T): void {
    const key = this.#options.key(before);
    const place = this.#items.findIndex((item) => this.#options.key(item) === key);
    if (place < 0) return;
    const inside = this.#root.scrollTop % rowHeight;
    const top = place * rowHeight + inside;
    if (top !== this.#root.scrollTop) this.#root.scrollTop = top;
  }

  #place(): number {
    return this.#items.findIndex((item) => this.#options.key(item) === this.#selected);
  }

  #reveal(place: number): void {
    const { scrollTop, clientHeight } = this.#root;
    const top = place * rowHeight;
    const room = clientHeight - 2 * rowHeight;
    if (top < scrollTop) this.#root.scrollTop = top;
    else if (top > scrollTop + room) this.#root.scrollTop = top - room;
  }

  #draw(): void {
    const first = Math.max(0, this.#first() - spare);
    const seen = Math.ceil(this.#root.clientHeight / rowHeight) + 2 * spare;
    const items = this.#items.slice(first, first + seen);
    while (this.#rows.length < items.length) this.#add();
    for (const { element } of this.#rows.splice(items.length)) element.remove();
    // A row keeps its element while it stays in sight.
    for (const [offset, item] of items.entries()) {
      const place = first + offset;
      const row = this.#rows[place % items.length];
      if (row !== undefined) this.#fill(row, place, item);
    }
    const active = this.#rows.find(({ element }) => element.ariaSelected === "true");
    if (active === undefined) this.#root.removeAttribute("aria-activedescendant");
    else this.#root.setAttribute("aria-activedescendant", active.element.id);
  }

  #add(): void {
    const id = `${this.#root.id}-row-${this.#rows.length}`;
    const cells = this.#options.columns.map(() => make("span", { role: "gridcell" }));
    const element = make("div", { role: "row", class: "row", id }, ...cells);
    this.#rows.push({ element, cells, place: -1, item: undefined, isSelected: false });
    this.#space.append(element);
  }

  #fill(row: Row<T>, place: number, item: T): void {
    const isSelected = this.#options.key(item) === this.#selected;
    if (row.place === place && row.item === item && row.isSelected === isSelected) return;
    const { element, cells } = row;
    if (row.place !== place) {
      element.style.transform = `translateY(${place * rowHeight}px)`;
      element.setAttribute("aria-rowindex", String(place + 2));
      element.dataset["place"] = String(place);
    }
    element.setAttribute("aria-selected", String(isSelected));
    if (row.item !== item) fillCells(cells, this.#options.cells(item));
    Object.assign(row, { place, item, isSelected });
  }

  #onClick(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
    if (row !== null) this.#look(Number(row.dataset["place"]));
  }

  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#root.clientHeight / rowHeight) - 2);
    const now = this.#place();
    const last = this.#items.length - 1;
    const places: Readonly<Record<string, number>> = {
      ArrowDown: now + 1,
      ArrowUp: Math.max(0, now - 1),
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#look(Math.min(last, Math.max(0, place)));
  }

  #look(place: number): void {
    const item = this.#items[place];
    if (item === undefined) return;
    this.select(this.#options.key(item));
    this.#options.onSelect(item);
  }
}

function fillCells(elements: readonly HTMLElement[], cells: readonly Cell[]): void {
  for (const [at, element] of elements.entries()) {
    const cell = cells[at] ?? "";
    const { text, look } = typeof cell === "string" ? { text: cell, look: "" } : cell;
    element.textContent = visible(text);
    element.className = look;
  }
}
