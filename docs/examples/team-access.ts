import { TeamAccess } from "pulumi-hosting/components";

const team = new TeamAccess("shop", {
  projectId: "proj_default",
  members: { "ada@example.com": "owner", "ben@example.com": "developer" },
});

/** Who has not accepted the invitation yet. */
export const pending = team.pending;
