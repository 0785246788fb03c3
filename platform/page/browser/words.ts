/** What was typed to look for: each of its words has to be there. */
export function words(typed: string) {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    areIn: (...texts: readonly (string | number | null)[]) => {
      if (wanted.length === 0) return true;
      const lower = texts.join(" ").toLowerCase();
      return wanted.every((word) => lower.includes(word));
    },
  };
}
