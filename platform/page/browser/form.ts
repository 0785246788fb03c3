export type Submitting = SubmitEvent & { readonly currentTarget: HTMLFormElement };

/** What is typed into a form's field or chosen in it. */
export function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

/** What was typed to look for: each of its words has to be in one of the texts. */
export function hasWords(typed: string, ...texts: readonly (string | number | null)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
