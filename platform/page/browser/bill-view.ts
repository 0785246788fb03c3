import type { Bill, WorldInfo } from "../../control/index.ts";
import { Follower, read } from "./control.ts";
import { at, choices, make, onInput, write } from "./dom.ts";
import type { View } from "./view.ts";

const project = at("bill-project", HTMLSelectElement);
const lines = at("bill-lines", HTMLElement);
const total = at("bill-total", HTMLElement);
const time = at("bill-time", HTMLElement);
const unpriced = at("bill-unpriced", HTMLElement);

/** What a month costs. */
export class BillView implements View {
  readonly #follower = new Follower();

  /** `again` looks again. */
  constructor(again: () => void) {
    onInput([project], again);
  }

  async look(): Promise<void> {
    const { projects } = await read<WorldInfo>("/info");
    choices(project, [all, ...projects.map(({ id }) => [id, id] as const)]);
    const asked = project.value === "" ? "" : `?${new URLSearchParams({ project: project.value })}`;
    const text = await this.#follower.read(`/bill${asked}`);
    if (text !== undefined) put(JSON.parse(text));
  }

  forget(): void {
    this.#follower.forget();
    choices(project, [all]);
    for (const part of [lines, total, time, unpriced]) part.replaceChildren();
  }
}

const all = ["", "all projects"] as const;

/** Lines that are listed; a bill of thousands is for programs. */
const most = 200;

function put(bill: Bill): void {
  const listed = bill.lines.slice(0, most);
  const left = bill.lines.length - listed.length;
  write(time, `at the prices of ${bill.time.slice(0, 16).replace("T", " ")} UTC`);
  lines.replaceChildren(
    ...listed.map((line) =>
      make(
        "tr",
        {},
        make("td", {}, line.project),
        make("td", {}, line.what),
        make("td", {}, line.name),
        make("td", { class: "number" }, dollars(line.amount)),
      ),
    ),
    ...(left > 0 ? [wide(`and ${left.toLocaleString("en")} more lines`)] : []),
    ...(bill.lines.length === 0 ? [wide("Nothing here has a price.")] : []),
  );
  write(total, dollars(bill.total));
  const without = Map.groupBy(bill.unpriced, ({ kind }) => kind);
  unpriced.replaceChildren(
    ...[...without].map(([kind, of]) => make("li", {}, `${of.length} × ${wordOf(kind)}`)),
  );
}

function wide(text: string): HTMLElement {
  return make("tr", {}, make("td", { colspan: "4", class: "hint" }, text));
}

/** `poolVolume` → `pool volume`. */
function wordOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en", { style: "currency", currency: "USD" });
}
