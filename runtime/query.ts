/** What lookups ask with; not exported to users. */
export { askList, askOne, type Config, type Question } from "../provider/connection/query.ts";
