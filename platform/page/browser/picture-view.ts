import { Follower } from "./control.ts";
import { at, write } from "./dom.ts";
import type { ObjectsView } from "./objects-view.ts";
import type { View } from "./view.ts";

const picture = at("picture", HTMLElement);
const hint = at("picture-hint", HTMLElement);
const scope = at("picture-scope", HTMLSelectElement);

/** A picture of more is slow to draw, and nobody can read it. */
const mostDrawn = 300;

/** The objects and what links them, as `hosting graph` draws them. */
export class PictureView implements View {
  readonly #follower = new Follower();
  readonly #objects: ObjectsView;

  /** `again` looks again. */
  constructor(objects: ObjectsView, again: () => void) {
    this.#objects = objects;
    scope.addEventListener("input", again);
  }

  async look(): Promise<void> {
    await this.#objects.look();
    const { length } = this.#objects.objects;
    const { selected } = this.#objects;
    if (scope.value === "") scope.value = length > mostDrawn ? "about" : "all";
    if (length > mostDrawn && scope.value === "all") {
      const number = length.toLocaleString("en");
      return this.#put(
        "",
        `${number} objects are too many for a picture. Draw what belongs to one of them.`,
      );
    }
    if (scope.value === "all")
      return await this.#draw("", length === 0 ? "There are no objects yet." : "");
    if (selected === undefined) return this.#put("", "Choose one in the list of objects first.");
    await this.#draw(
      `?about=${encodeURIComponent(selected)}`,
      `${selected} and what belongs to it`,
    );
  }

  forget(): void {
    this.#put("", "");
  }

  async #draw(query: string, told: string): Promise<void> {
    const svg = await this.#follower.read(`/picture${query}`);
    if (svg !== undefined) this.#put(svg, told);
  }

  /** What was scrolled to stays in sight. */
  #put(svg: string, told: string): void {
    write(hint, told);
    const { scrollLeft, scrollTop } = picture;
    if (svg === "") {
      this.#follower.forget();
      picture.replaceChildren();
      return;
    }
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    picture.replaceChildren(document.importNode(documentElement, true));
    picture.scrollTo(scrollLeft, scrollTop);
  }
}
