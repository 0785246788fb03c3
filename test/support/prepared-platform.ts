import type { Platform } from "../../platform/index.ts";

/** Projects that samples and programs of tests name. */
export const projectIds = ["proj_1", "proj_2", "proj_3", "proj_a", "proj_b"] as const;

/** The platform with these projects. */
export function prepared(platform: Platform): Platform {
  const present = new Set(platform.projects().map(({ id }) => id));
  for (const id of projectIds.filter((wanted) => !present.has(wanted))) {
    platform.createProject(id, { id });
  }
  return platform;
}
