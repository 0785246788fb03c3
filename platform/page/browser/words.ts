/** What was typed to look for: each of its words has to be there. */
export function words(typed: string) {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    isIn: (text: string) => {
      const lower = text.toLowerCase();
      return wanted.every((word) => lower.includes(word));
    },
  };
}
