/** Where the control API is, beside the platform's own. */
export const controlPrefix = "/_control";

/** True for a request to the control API. */
export function isControl(path: string): boolean {
  return path.startsWith(`${controlPrefix}/`) || path === controlPrefix;
}
