/** Where the control API is, beside the platform's own. */
export const controlPrefix = "/_control";

/** True for a request to the control API, on whatever host. */
export function isControl(request: Request): boolean {
  const path = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const rest = request.url.slice(path);
  return rest.startsWith(`${controlPrefix}/`) || rest === controlPrefix;
}
