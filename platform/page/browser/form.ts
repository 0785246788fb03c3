export type Submitting = SubmitEvent & { readonly currentTarget: HTMLFormElement };

/** The text or choice in a field of the form. */
export function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

/** True where each of the words that were typed is in one of the texts. */
export function hasWords(typed: string, ...texts: readonly (string | number | null)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
