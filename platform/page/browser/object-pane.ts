import type { ObjectDetails } from "../../control/index.ts";
import { Follower, Refused } from "./control.ts";
import { copyButtons } from "./copy.ts";
import { at, button, make, replace } from "./dom.ts";
import { fieldTable } from "./fields.ts";
import { actionForm, deleteButton, editForm } from "./object-changes.ts";

const pane = at("object-pane", HTMLElement);

interface Around {
  /** Looks again, after something was changed. */
  after(): Promise<void>;
  /** Shows another object. */
  open(key: string): void;
}

/** One object: what the API says of it, what it is linked with, and what can be done to it. */
export class ObjectPane {
  readonly #around: Around;
  readonly #follower = new Follower();
  #key: string | undefined;
  /** Key of what is shown. */
  #shown: string | undefined;

  constructor(around: Around) {
    this.#around = around;
    this.clear();
  }

  async show(key: string): Promise<void> {
    this.#key = key;
    await this.look();
  }

  /** Shows what has changed in the object; one that is gone may come back. */
  async look(): Promise<void> {
    const key = this.#key;
    if (key === undefined) return;
    try {
      const text = await this.#follower.read(`/details?key=${encodeURIComponent(key)}`);
      if (text !== undefined) this.#put(key, JSON.parse(text));
    } catch (error) {
      if (this.#key !== key) return;
      const isGone = error instanceof Refused && error.status === 422;
      if (isGone) this.#hint("It is gone.");
      // Another object must not be taken for this one.
      else if (this.#shown !== key) this.#hint("It could not be shown.");
      if (!isGone) throw error;
    }
  }

  clear(): void {
    this.#key = undefined;
    this.#hint("Choose an object to see what the API says of it.");
  }

  #hint(text: string): void {
    this.#shown = undefined;
    this.#follower.forget();
    if (pane.textContent !== text) replace(pane, [make("p", { class: "hint" }, text)]);
  }

  #put(key: string, { object, links, routes, editable }: ObjectDetails): void {
    this.#shown = key;
    const get = routes.find(({ purpose }) => purpose === "get");
    const removal = routes.find(({ purpose }) => purpose === "delete");
    const others = routes.filter((route) => route.method !== "GET" && route !== removal);
    const changed = { key, after: () => this.#around.after() };
    const behind = [
      ...(Object.keys(editable).length === 0 ? [] : [editForm(editable, changed)]),
      ...(others.length === 0 ? [] : [actionForm(others, changed)]),
      ...(removal === undefined ? [] : [deleteButton(removal, changed)]),
    ];
    replace(pane, [
      make("h2", {}, key),
      ...this.#linkList(links),
      fieldTable(object),
      ...(get === undefined ? [] : [copyButtons({ ...get, body: null })]),
      ...(behind.length === 0 ? [] : [make("h3", {}, "Behind your program’s back"), ...behind]),
    ]);
  }

  #linkList(links: ObjectDetails["links"]): readonly HTMLElement[] {
    if (links.length === 0) return [];
    const items = links.slice(0, most).map(({ key, name, label, isOut }) => {
      const [kind = ""] = key.split("/");
      const open = button(name, () => this.#around.open(key), { class: "link", title: key });
      return make("li", {}, isOut ? `${label} → ` : `${label} ← `, open, ` ${kind}`);
    });
    const more = links.length - items.length;
    const rest = more > 0 ? [make("li", {}, `and ${more.toLocaleString("en")} more`)] : [];
    return [make("ul", { class: "links", "aria-label": "Links" }, ...items, ...rest)];
  }
}

/** Links that are listed; the picture has the others. */
const most = 50;
