/** One request, from its arrival to its line in the log; and the server. */
export { Api, type ConsoleAction } from "./api.ts";
export { masked } from "./secrets.ts";
export type { ServedPlatform } from "./serve.ts";
