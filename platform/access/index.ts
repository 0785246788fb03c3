/** Who may do what: keys, projects, members' roles, and how often. */
export { denialOf } from "./authorize.ts";
export {
  type Caller,
  type CreatedKey,
  type KeyOptions,
  type KeyScope,
  Keys,
  type Level,
  newKeyValue,
} from "./keys.ts";
export { type Member, members, type Role, roles } from "./members.ts";
export { defaultProject, type Project, Projects } from "./projects.ts";
export { type KeyRate, RateLimit, type RateSettings } from "./rate-limit.ts";
export { rateWindows } from "./windows.ts";
