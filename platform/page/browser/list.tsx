import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { Following } from "./control.ts";
import { asCurl, asTypeScript, type Sendable } from "./snippets.ts";

/** Which object is looked at. */
export interface Choosing {
  /** Its key. */
  readonly chosen: string | undefined;
  choose(key: string): void;
}

interface ListOptions<T> {
  /** The name of the table. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The column whose text chooses the item. */
  readonly by: number;
  readonly items: readonly T[];
  /** Key of the item that is looked at. */
  readonly chosen: string | undefined;
  /** Unlike that of every other item. */
  keyOf(item: T): string;
  cells(item: T): readonly Cell[];
  choose(item: T): void;
  /** Shown where no item is listed. */
  readonly empty: string;
}

/** Text, and how it looks. */
type Cell = readonly [text: string, look?: string];

/** So many are in the document until more are asked for. */
const portion = 200;

/** A table of which one item is chosen, also by arrow keys. */
export function List<T>({ label, columns, by, items, chosen, ...of }: ListOptions<T>) {
  const [most, setMost] = useState(portion);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (chosen === undefined) return;
    body.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const shown = items.slice(0, most);
  const reached = Math.max(0, shown.map(of.keyOf).indexOf(chosen ?? ""));
  const button = (text: string, item: T, at: number) => (
    <button
      type="button"
      aria-pressed={of.keyOf(item) === chosen}
      tabIndex={at === reached ? 0 : -1}
      onClick={() => of.choose(item)}
      onKeyDown={step}
    >
      {text}
    </button>
  );
  return (
    <div class="list">
      <table aria-label={label} class={label.toLowerCase()}>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((item, at) => (
            <tr key={of.keyOf(item)}>
              {of.cells(item).map(([text, look], column) => (
                <td key={columns[column]} class={look} title={text}>
                  {column === by ? button(text, item, at) : text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > most && (
        <button type="button" onClick={() => setMost(most + 5 * portion)}>
          Show more
        </button>
      )}
      {items.length === 0 && <p class="hint">{of.empty}</p>}
    </div>
  );
}

/** Arrow keys choose the next one and the one before. */
function step(event: KeyboardEvent & { readonly currentTarget: HTMLButtonElement }): void {
  const { key, currentTarget } = event;
  const all = [...(currentTarget.closest("tbody")?.querySelectorAll("button") ?? [])];
  const now = all.indexOf(currentTarget);
  const places = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 };
  const next = all[new Map(Object.entries(places)).get(key) ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}

interface FilterOptions {
  readonly typed: string;
  type(text: string): void;
  readonly like: string;
  /** Words that find something. */
  readonly words: readonly string[];
  /** How many of how many are found. */
  readonly found: readonly [number, number];
}

/** Words to look for, and how many items have them. */
export function Filter({ typed, type, like, words, found }: FilterOptions) {
  const [listed, all] = found.map((count) => count.toLocaleString("en"));
  return (
    <div class="bar">
      <label>
        Filter{" "}
        <input
          {...{ type: "search", value: typed, list: "words", autocomplete: "off" }}
          placeholder={`words, like: ${like}`}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <datalist id="words">
        {[...new Set(words)].toSorted().map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <span class="count" role="status" aria-label="Listed">
        {listed === all ? all : `${listed} of ${all}`}
      </span>
    </div>
  );
}

/** The chosen item, beside the list. */
export function Pane({ children }: { readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard.
    <aside class="pane" aria-label="Chosen" tabIndex={0}>
      {children}
    </aside>
  );
}

/** The fields of an object, a line each. */
export function Fields({ of }: { readonly of: object }) {
  return (
    <table class="fields" aria-label="Fields">
      <tbody>
        {Object.entries(of).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {typeof value === "object" && value !== null ? <Json of={value} /> : `${value}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value as JSON, on separate lines; a list of words on one. */
export function Json({ of }: { readonly of: unknown }) {
  const isFlat = Array.isArray(of) && of.every((item) => typeof item !== "object");
  return <pre>{JSON.stringify(of, undefined, isFlat ? undefined : 2)}</pre>;
}

/** Buttons that copy a command that sends the request again. */
export function Copy(request: Sendable) {
  const { say } = useContext(Following);
  const copies = {
    curl: asCurl(location.origin, request),
    TypeScript: asTypeScript(location.origin, request),
  };
  const copy = async (what: string, text: string) => {
    const done = await navigator.clipboard.writeText(text).then(
      () => `Copied as ${what}. It takes the key from HOSTING_API_KEY.`,
      () => "The browser did not let this page copy.",
    );
    say(done);
  };
  return (
    <p class="buttons">
      {Object.entries(copies).map(([what, text]) => (
        <button key={what} type="button" onClick={() => copy(what, text)}>
          Copy as {what}
        </button>
      ))}
    </p>
  );
}
