/** The problems in the form of a message; the platform's words may have any form. */
export function flawsIn(message: string, secret?: string): readonly string[] {
  const flaws: readonly (readonly [string, boolean])[] = [
    ["lines", /[\r\n]/.test(message)],
    ["no full stop", !message.endsWith(".")],
    ["two full stops", /\.\s*\.|[?!]\./.test(message)],
    // "usable" and the like begin with a sound that is none of a vowel.
    ["article", /\ba (?!us|uni|eu|one)[aeiou]|\ban [^aeiouh"`]/i.test(message)],
    // What did not happen and why, what to do, and where that has another side, that.
    ["sentences", (message.match(/[.?!](?= [A-Z`]|$)/g) ?? []).length > 3],
    ["secret", secret !== undefined && message.includes(secret)],
  ];
  return flaws.filter(([, isThere]) => isThere).map(([flaw]) => flaw);
}
