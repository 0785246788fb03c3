import type { Project } from "../../access/projects.ts";
import type { Bill } from "../../bill/bill.ts";
import { Follower, read } from "./control.ts";
import { at, choices, make, onInput, write } from "./dom.ts";
import type { View } from "./view.ts";

const month = at("bill-month", HTMLInputElement);
const project = at("bill-project", HTMLSelectElement);
const lines = at("bill-lines", HTMLElement);
const total = at("bill-total", HTMLElement);
const span = at("bill-span", HTMLElement);
const unpriced = at("bill-unpriced", HTMLElement);

/** What a month costs. */
export class BillView implements View {
  readonly #follower = new Follower();

  /** `again` looks again. */
  constructor(again: () => void) {
    onInput([project], again);
    month.addEventListener("change", again);
  }

  async look(): Promise<void> {
    const projects = await read<Project[]>("/projects");
    choices(project, [all, ...projects.map(({ id }) => [id, id] as const)]);
    const asked = new URLSearchParams({
      ...(month.value !== "" && { month: month.value }),
      ...(project.value !== "" && { project: project.value }),
    });
    const text = await this.#follower.read(`/bill?${asked}`);
    if (text !== undefined) put(JSON.parse(text));
  }

  forget(): void {
    this.#follower.forget();
    choices(project, [all]);
    for (const part of [lines, total, span, unpriced]) part.replaceChildren();
  }
}

const all = ["", "all projects"] as const;

/** Lines that are listed; a bill of thousands is for programs. */
const most = 200;

function put(bill: Bill): void {
  const listed = bill.lines.slice(0, most);
  const left = bill.lines.length - listed.length;
  write(span, `${bill.month}, until ${bill.until.slice(0, 16).replace("T", " ")} UTC`);
  lines.replaceChildren(
    ...listed.map((line) =>
      make(
        "tr",
        {},
        make("td", {}, line.project),
        make("td", {}, line.what),
        make("td", {}, line.name),
        make("td", { class: "number" }, quantityText(line)),
        make("td", { class: "number" }, dollars(line.amount)),
      ),
    ),
    ...(left > 0 ? [wide(`and ${left.toLocaleString("en")} more lines`)] : []),
    ...(bill.lines.length === 0 ? [wide("Nothing that has a price was used.")] : []),
  );
  write(total, dollars(bill.total));
  const without = Map.groupBy(bill.unpriced, ({ kind }) => kind);
  unpriced.replaceChildren(
    ...[...without].map(([kind, of]) => make("li", {}, `${of.length} × ${wordOf(kind)}`)),
  );
}

function quantityText({ quantity, unit }: Bill["lines"][number]): string {
  return `${quantity.toLocaleString("en")} ${unit}${quantity === 1 || unit === "TB" ? "" : "s"}`;
}

function wide(text: string): HTMLElement {
  return make("tr", {}, make("td", { colspan: "5", class: "hint" }, text));
}

/** `poolVolume` → `pool volume`. */
function wordOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en", { style: "currency", currency: "USD" });
}
