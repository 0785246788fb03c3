import { z } from "zod";
import { defineKind, type World } from "../world.ts";

/** The roles of spec 5. */
export const memberRole = z.enum(["owner", "admin", "developer", "viewer"]);

const ProjectMember = z.object({
  project_id: z.string(),
  email: z.string(),
  role: memberRole,
  accepted: z.boolean(),
  /** When the invitation ends unless it was accepted. */
  expires_at: z.number(),
});
type Invitation = Pick<z.infer<typeof ProjectMember>, "accepted" | "expires_at">;

/** Members of projects and invitations to become one (spec 2.12). */
export const projectMembers = defineKind<z.infer<typeof ProjectMember>>({
  kind: "projectMember",
  noun: "project member",
  record: ProjectMember,
  view: ({ id, project_id, email, role, ...invitation }, world) => ({
    id,
    project_id,
    email,
    role,
    [world.assumptions["fields.status"]]: statusOf(invitation, world),
  }),
});

/** True for an invitation that was not accepted in time (spec 3). */
export function isExpired({ accepted, expires_at }: Invitation, { now }: World): boolean {
  return !accepted && now >= expires_at;
}

/** True when both are one mailbox: capitals do not matter. */
export function isSameMailbox(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function statusOf(invitation: Invitation, world: World): string {
  if (invitation.accepted) return world.readyWord("active");
  const { "words.invited": invited, "words.expired": expired } = world.assumptions;
  return isExpired(invitation, world) ? (expired[0] ?? "expired") : (invited[0] ?? "pending");
}
