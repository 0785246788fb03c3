/** The element of the page with this id, which its text has. */
export function at<T extends HTMLElement>(id: string, sort: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof sort) return found;
  throw new Error(`The page has no such element: ${id}.`);
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** A new element; texts in it are never read as markup. */
export function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...inside.map((part) => (typeof part === "string" ? visible(part) : part)));
  return made;
}

/** Characters that nobody sees, and that change the order in which others are read, are shown by their numbers. */
export function visible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `<U+${number}>`;
  });
}

/** A button that does something once for each press, also by keyboard. */
export function button(
  text: string,
  act: (event: MouseEvent) => unknown,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** Writes the text where it differs, so that nobody is told of what stayed the same. */
export function write(element: Element, text: string): void {
  const shown = visible(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/**
 * Puts other things into an element. Who was at something in there stays at what is called the same, with
 * what was typed, or else is led to `otherwise`.
 */
export function replace(
  element: HTMLElement,
  things: readonly Node[],
  otherwise: HTMLElement = element,
): void {
  const before = thingsIn(element);
  const active = before.find((thing) => thing === document.activeElement);
  element.replaceChildren(...things);
  const now = new Map(thingsIn(element).map((thing) => [calledOf(thing), thing]));
  for (const thing of before) {
    const same = now.get(calledOf(thing));
    if (!(thing instanceof HTMLInputElement && same instanceof HTMLInputElement)) continue;
    if (thing.value !== thing.defaultValue) same.value = thing.value;
  }
  if (active !== undefined) (now.get(calledOf(active)) ?? otherwise).focus();
}

function thingsIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("button, input, select, textarea")];
}

function calledOf(thing: HTMLElement): string {
  const name = thing instanceof HTMLInputElement ? thing.name : thing.textContent;
  return `${thing.tagName} ${thing.ariaLabel ?? name}`;
}

/** What changes as soon as a field is typed into or chosen from. */
export function onInput(fields: readonly HTMLElement[], act: () => void): void {
  for (const field of fields) field.addEventListener("input", act);
}

/** Sends a form by what is said here instead of by the browser. */
export function onSubmit(form: HTMLFormElement, act: () => unknown): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** Fills a list to choose from, and leaves what is chosen as it is. */
export function choices(
  select: HTMLSelectElement,
  options: readonly (readonly [value: string, text: string])[],
): void {
  const text = JSON.stringify(options);
  if (select.dataset["options"] === text) return;
  select.dataset["options"] = text;
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, name]) => make("option", { value }, name)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}
