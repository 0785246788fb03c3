import { at } from "./dom.ts";

/** Names of the tabs, in their order; each has a panel of that id. */
export const tabNames = ["objects", "links", "requests", "faults", "bill"] as const;

export type TabName = (typeof tabNames)[number];

/** The tabs: one panel is shown, and arrow keys lead from tab to tab. */
export class Tabs {
  #current: TabName = "objects";
  readonly #onOpen: () => void;

  constructor(onOpen: () => void) {
    this.#onOpen = onOpen;
    for (const name of tabNames) {
      const tab = tabOf(name);
      tab.addEventListener("click", () => this.open(name));
      tab.addEventListener("keydown", (event) => this.#onKey(event));
    }
  }

  get current(): TabName {
    return this.#current;
  }

  open(name: TabName): void {
    this.#current = name;
    for (const one of tabNames) {
      const isOpen = one === name;
      at(one, HTMLElement).hidden = !isOpen;
      tabOf(one).setAttribute("aria-selected", String(isOpen));
      tabOf(one).tabIndex = isOpen ? 0 : -1;
    }
    this.#onOpen();
  }

  #onKey(event: KeyboardEvent): void {
    const place = tabNames.indexOf(this.#current);
    const last = tabNames.length - 1;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    };
    const next = tabNames[places[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    this.open(next);
    tabOf(next).focus();
  }
}

function tabOf(name: TabName): HTMLButtonElement {
  return at(`tab-${name}`, HTMLButtonElement);
}
