/** A noun with its article, as it is spoken: `an instance`, `a volume`, `an API key`. */
export function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}
