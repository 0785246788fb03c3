/** The page that follows a platform in a browser. */
export { pageRoute } from "./page.ts";
