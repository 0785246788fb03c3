import type { KeyRate } from "../../access/index.ts";
import type { WorldInfo } from "../../control/index.ts";
import type { LoggedRequest } from "../../store/index.ts";
import { read } from "./control.ts";
import { copyButtons } from "./copy.ts";
import { at, make, onInput, write } from "./dom.ts";
import { fieldTable, jsonText } from "./fields.ts";
import { Grid } from "./grid.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

const filter = at("request-filter", HTMLInputElement);
const outcome = at("request-outcome", HTMLSelectElement);
const count = at("request-count", HTMLElement);
const empty = at("request-empty", HTMLElement);
const pane = at("request-pane", HTMLElement);
const rates = at("rates", HTMLElement);

/** The platform keeps so many. */
const most = 10_000;
/** How many are asked for at a time: the first are there at once, whatever there is besides. */
const portion = 500;

/** What was asked and answered, newest first. */
export class RequestsView implements View {
  readonly #grid: Grid<LoggedRequest>;
  /** Newest first. */
  #requests: readonly LoggedRequest[] = [];

  constructor() {
    this.#grid = new Grid(at("request-grid", HTMLElement), {
      columns: ["#", "Time", "Method", "Path", "Answer", "Rule"],
      key: ({ seq }) => String(seq),
      cells: (one) => [
        ...[String(one.seq), one.time.slice(11, 19), one.method, one.path],
        ...[{ text: String(one.status), look: outcomeOf(one) }, one.rule?.split(":")[0] ?? ""],
      ],
      onSelect: (one) => this.#choose(one),
    });
    onInput([filter, outcome], () => this.#list());
    this.#choose(undefined);
  }

  async look(): Promise<void> {
    await Promise.all([this.#lookAtRequests(), lookAtRates()]);
  }

  forget(): void {
    this.#requests = [];
    this.#list();
    write(empty, "");
    this.#choose(undefined);
    showRates([]);
  }

  async #lookAtRequests(): Promise<void> {
    const [newest] = this.#requests;
    if (newest === undefined) return this.#begin();
    const path = `/requests?after=${newest.seq - 1}&last=${portion}`;
    const [same, ...later] = await read<LoggedRequest[]>(path);
    if (this.#requests[0] !== newest) return;
    if (JSON.stringify(same) !== JSON.stringify(newest)) {
      // Too many have come, or the log was emptied and its numbers began again.
      if ((same?.seq ?? 0) <= newest.seq) this.#choose(undefined);
      return this.#begin();
    }
    if (later.length === 0) return;
    this.#requests = [...later.toReversed(), ...this.#requests].slice(0, most);
    this.#list();
  }

  /** Shows the newest, and then those before them. */
  async #begin(): Promise<void> {
    const newest = await read<LoggedRequest[]>(`/requests?last=${portion}`);
    this.#requests = newest.toReversed();
    this.#list();
    try {
      await this.#beginBefore();
    } catch (error) {
      // The next look begins again.
      this.#requests = [];
      throw error;
    }
  }

  async #beginBefore(): Promise<void> {
    for (;;) {
      const known = this.#requests;
      const before = known.at(-1)?.seq ?? 0;
      const older = await read<LoggedRequest[]>(`/requests?before=${before}&last=${portion}`);
      const isMeanwhile = this.#requests.at(-1)?.seq !== before;
      if (older.length === 0 || isMeanwhile || this.#requests.length >= most) return;
      this.#requests = [...this.#requests, ...older.toReversed()].slice(0, most);
      this.#list();
    }
  }

  #list(): void {
    const asked = words(filter.value);
    const listed = this.#requests.filter(
      (one) =>
        (outcome.value === "" || outcomeOf(one) === outcome.value) &&
        asked.areIn(one.method, one.path, one.status, ruleText(one), one.error, one.keyId),
    );
    this.#grid.show(listed);
    const all = this.#requests.length.toLocaleString("en");
    const some = listed.length.toLocaleString("en");
    write(count, some === all ? all : `${some} of ${all}`);
    const why = all === "0" ? "Nothing was asked yet." : "No request is like that.";
    write(empty, listed.length === 0 ? why : "");
  }

  #choose(request: LoggedRequest | undefined): void {
    if (request !== undefined) {
      showRequest(request);
      return;
    }
    this.#grid.select(undefined);
    const hint = "Choose a request to see what was sent and why it was answered so.";
    pane.replaceChildren(make("p", { class: "hint" }, hint));
  }
}

function outcomeOf({ status }: LoggedRequest): string {
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "done";
}

function showRequest(request: LoggedRequest): void {
  const { seq, time, method, path, status, keyId, body, responseBody, error } = request;
  pane.replaceChildren(
    make("h2", {}, `${method} ${path}`),
    fieldTable({
      number: seq,
      time: time.replace("T", " ").replace("Z", " UTC"),
      answer: status,
      ...(error !== null && { reason: error }),
      rule: ruleText(request),
      key: keyId ?? "none",
    }),
    ...(body === null ? [] : [make("h3", {}, "Sent"), jsonText(body)]),
    ...(responseBody === null ? [] : [make("h3", {}, "Answered"), jsonText(responseBody)]),
    copyButtons({ method, path, body }),
  );
}

/** What decided the answer: `7.2: an unknown resource is answered 404`. */
function ruleText({ rule }: LoggedRequest): string {
  return rule ?? "no rule of the specification";
}

async function lookAtRates(): Promise<void> {
  showRates((await read<WorldInfo>("/info")).rates);
}

function showRates(told: readonly KeyRate[]): void {
  const text = JSON.stringify(told);
  if (rates.dataset["shown"] === text) return;
  rates.dataset["shown"] = text;
  rates.replaceChildren(
    ...told.map(({ keyId, limit, used, seconds }) => {
      const meter = make("meter", {
        ...{ min: "0", max: String(limit), high: String(limit * 0.9), value: String(used) },
        "aria-label": `Calls of ${keyId} in this minute`,
      });
      const until = used === 0 ? "" : `, ${seconds} s left`;
      return make("li", {}, make("code", {}, keyId), meter, `${used} of ${limit}${until}`);
    }),
  );
}
