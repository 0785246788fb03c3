import type { ObjectDetails } from "../details.ts";
import { Refused, read } from "./control.ts";
import { copyButtons } from "./copy.ts";
import { at, button, make } from "./dom.ts";
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
  #key: string | undefined;
  #text = "";

  constructor(around: Around) {
    this.#around = around;
    this.clear();
  }

  async show(key: string): Promise<void> {
    this.#key = key;
    try {
      const details = await read<ObjectDetails>(`/details?key=${encodeURIComponent(key)}`);
      // Meanwhile another one may have been chosen.
      if (this.#key === key) this.#put(key, details);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.#key === key) this.clear("It is gone.");
    }
  }

  /** The world has changed: so may the object have. */
  async again(): Promise<void> {
    if (this.#key !== undefined) await this.show(this.#key);
  }

  clear(why = "Choose an object to see what the API says of it."): void {
    this.#key = undefined;
    this.#text = "";
    pane.replaceChildren(make("p", { class: "hint" }, why));
  }

  #put(key: string, details: ObjectDetails): void {
    const text = JSON.stringify([key, details]);
    // What somebody is typing into stays.
    if (this.#text === text) return;
    this.#text = text;
    const { object, links, routes, editable } = details;
    const get = routes.find(({ purpose }) => purpose === "get");
    const removal = routes.find(({ purpose }) => purpose === "delete");
    const others = routes.filter((route) => route.method !== "GET" && route !== removal);
    const changed = { key, after: () => this.#around.after() };
    const behind = [
      ...(Object.keys(editable).length === 0 ? [] : [editForm(editable, changed)]),
      ...(others.length === 0 ? [] : [actionForm(others, changed)]),
      ...(removal === undefined ? [] : [deleteButton(removal, changed)]),
    ];
    pane.replaceChildren(
      make("h2", {}, key),
      ...this.#linkList(links),
      fieldTable(object),
      ...(get === undefined ? [] : [copyButtons({ ...get, body: null })]),
      ...(behind.length === 0 ? [] : [make("h3", {}, "Behind your program’s back"), ...behind]),
    );
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
