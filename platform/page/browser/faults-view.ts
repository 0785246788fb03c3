import type { ListedFault } from "../../faults/index.ts";
import { change, Follower } from "./control.ts";
import { at, button, choices, make, onSubmit, replace, write } from "./dom.ts";
import { during } from "./during.ts";
import { typedJson } from "./fields.ts";
import { tellDone } from "./message.ts";
import type { View } from "./view.ts";

const list = at("fault-list", HTMLElement);
const empty = at("fault-empty", HTMLElement);
const form = at("fault-form", HTMLFormElement);
const template = at("fault-template", HTMLSelectElement);
const text = at("fault-text", HTMLTextAreaElement);
const clear = at("fault-clear", HTMLButtonElement);

/** What goes wrong with requests: listed, added and ended. */
export class FaultsView implements View {
  readonly #follower = new Follower();

  constructor() {
    choices(
      template,
      templates.map(({ title }, place) => [String(place), title]),
    );
    const fill = () => {
      text.value = JSON.stringify(templates[Number(template.value)]?.fault, undefined, 1);
    };
    template.addEventListener("input", fill);
    fill();
    onSubmit(form, () =>
      this.#change("Added the fault.", () =>
        change("POST", "/faults", typedJson(text.value, "The fault was not added")),
      ),
    );
    clear.addEventListener("click", () => this.#end("/faults", "Ended all faults."));
  }

  async look(): Promise<void> {
    const faults = await this.#follower.read("/faults");
    if (faults !== undefined) this.#put(JSON.parse(faults));
  }

  forget(): void {
    this.#follower.forget();
    this.#put([]);
    write(empty, "");
  }

  #put(faults: readonly ListedFault[]): void {
    const rows = faults.map(({ id, fault, matched, met }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, id),
        make("td", {}, make("code", {}, JSON.stringify(fault))),
        make("td", { class: "number" }, String(matched)),
        make("td", { class: "number" }, String(met)),
        make("td", {}, this.#endButton(id)),
      ),
    );
    replace(list, rows, template);
    clear.disabled = faults.length === 0;
    write(empty, faults.length === 0 ? "Nothing goes wrong: no fault is in force." : "");
  }

  #endButton(id: string): HTMLElement {
    const end = () => this.#end(`/faults?id=${id}`, `Ended ${id}.`);
    return button("End", end, { "aria-label": `End ${id}` });
  }

  #end(path: string, done: string): Promise<void> {
    return this.#change(done, () => change("DELETE", path));
  }

  #change(done: string, work: () => Promise<void>): Promise<void> {
    return during(async () => {
      await work();
      await this.look();
      tellDone(done);
    });
  }
}

/** What is often wanted; the text can be changed before it is added. */
const templates = [
  {
    title: "Two requests fail with 503",
    fault: { method: "POST", path: "/v1/volumes", status: 503, times: 2 },
  },
  { title: "Answers come a second later", fault: { path: "/v1/*", delay: 1000 } },
  {
    title: "The connection ends after the change",
    fault: { method: "POST", reset: "after", times: 1 },
  },
  { title: "A tenth of the requests fails with 502", fault: { status: 502, share: 0.1 } },
  { title: "Answers break off", fault: { cut: 20 } },
  { title: "Lists are ten seconds old", fault: { lag: 10 } },
  { title: "Lists come in pages", fault: { paged: { size: 10, as: "link" } } },
] as const;
