/** An argument of a command, in quotes where a shell would read more than it. */
export function argument(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
