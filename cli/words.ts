/** The name of a class or a kind as words: `floating ip` of `FloatingIp` and `floatingIp`. */
export function wordsOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
