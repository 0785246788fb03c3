import fc from "fast-check";
import { record, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";
import { projectIds } from "../support/prepared-platform.ts";

export const projectMember: KindExample = {
  type: "access:ProjectMember",
  sample: {
    projectId: "proj_1",
    email: "ada@example.com",
    role: "developer",
    allowOwnerRemoval: false,
    reinvite: false,
  },
  other: { projectId: "proj_2", email: "bob@example.com", role: "admin" },
  arbitrary: () =>
    record(
      {
        projectId: fc.constantFrom(...projectIds),
        email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
        role: fc.constantFrom("admin", "developer", "viewer"),
        reinvite: fc.boolean(),
      },
      ["projectId", "email", "role"],
    ),
  creation: {
    call: "POST /v1/projects/proj_1/members",
    body: { email: "ada@example.com", role: "developer" },
    id: "proj_1/usr_1",
    answer: { id: "usr_1" },
  },
  fields: {
    specified: ["email", "role"],
    // A placeholder of the path (spec 4).
    elsewhere: ["project_id"],
  },
};
