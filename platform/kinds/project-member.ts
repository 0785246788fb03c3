import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { type Member, type Role, roles } from "../access/index.ts";
import type { Objects, Stored } from "../store/index.ts";
import { type Answer, created, ok, Refusal, removed } from "./common/answer.ts";
import { type Context, notFound } from "./common/context.ts";
import { type Call, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";

const role = z.enum(roles);
const NewInvitation = z.strictObject({ email: z.email("an e-mail address"), role });
const RoleChange = z.strictObject({ role });

/** Members of projects and invitations to become one (spec 2.12). */
export const projectMembers = serveKind({
  ...references.projectMember,
  spec: "2.12",
  links: [{ field: "projectId", to: ["project"], label: "member" }],
  view: ({ id, project, email, role, ...invitation }, context) => ({
    ...{ id, project_id: project, email, role },
    [context.assumptions["fields.status"]]: statusOf(invitation, context),
  }),
  serve: () => ({
    list: listMembers,
    get: showMember,
    create: invite,
    update: changeRole,
    delete: removeMember,
  }),
});

type Invitation = Pick<Member, "accepted" | "expires_at">;

/** True for an invitation that was not accepted in time (spec 3). */
function isExpired({ accepted, expires_at }: Invitation, { now }: Context): boolean {
  return !accepted && now >= expires_at;
}

/** True when both are one mailbox: capitals do not matter. */
function isSameMailbox(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function statusOf(invitation: Invitation, context: Context): string {
  if (invitation.accepted) return context.readyWord("active");
  const { "words.invited": invited, "words.expired": expired } = context.assumptions;
  return isExpired(invitation, context) ? (expired[0] ?? "expired") : (invited[0] ?? "pending");
}

/**
 * Accepts every open invitation to the address, as the invited person would.
 *
 * @throws Error when none is open.
 */
export function acceptInvitation(context: Context, email: string): void {
  const open = context.objects
    .list(projectMembers)
    .filter((member) => isSameMailbox(member.email, email))
    .filter((member) => !member.accepted && !isExpired(member, context));
  if (open.length === 0) {
    throw new Error(`No invitation was accepted: none to "${email}" is open.`);
  }
  for (const member of open) context.objects.update(projectMembers, member, { accepted: true });
}

function invite(call: Call): Answer {
  const { context, body, target } = call;
  const objects = objectsOfProject(call);
  const refused = `nobody was invited to project "${target}"`;
  const given = body(NewInvitation, refused);
  refuseOwners(context, [given.role], refused);
  const known = objects
    .list(projectMembers)
    .filter(({ email }) => isSameMailbox(email, given.email))
    .find((member) => !isExpired(member, context));
  if (known !== undefined) {
    const why = known.accepted ? "is a member" : "has an open invitation";
    const error = `${refused}: "${given.email}" ${why} already`;
    throw context.refusal("conflict", "not shown: refusals.conflict", error);
  }
  const expires_at = context.after(limits.invitationHours * 3600);
  const member = objects.insert(projectMembers, { ...given, accepted: false, expires_at });
  return created(projectMembers.view(member, context));
}

function changeRole(call: Call): Answer {
  const { context, body } = call;
  const member = memberOf(call);
  const refused = `project member "${member.id}" was not changed`;
  const { role } = body(RoleChange, refused);
  refuseOwners(context, [member.role, role], refused);
  const changed = context.objects.update(projectMembers, member, { role });
  return ok(projectMembers.view(changed, context));
}

function removeMember(call: Call): Answer {
  const member = memberOf(call);
  refuseOwners(call.context, [member.role], `project member "${member.id}" was not removed`);
  call.context.remove(projectMembers, member);
  return removed;
}

/** @throws Refusal 403 when an admin would make, change or remove an owner: owners manage all members (spec 5). */
function refuseOwners({ role }: Context, concerned: readonly Role[], refused: string): void {
  if (role === "owner" || !concerned.includes("owner")) return;
  const rule = "5: only an owner manages owners";
  throw new Refusal(403, rule, `${refused}: only an owner manages owners`);
}

function listMembers(call: Call): Answer {
  const members = objectsOfProject(call).list(projectMembers);
  return ok(members.map((member) => projectMembers.view(member, call.context)));
}

function showMember(call: Call): Answer {
  return ok(projectMembers.view(memberOf(call), call.context));
}

/** @throws Refusal when the path names no project, or one that the key does not reach (spec 5, 7.2). */
function objectsOfProject({ context, target }: Call): Objects {
  if (context.projects.has(target) && context.reaches(target)) return context.objects.of(target);
  throw notFound(`project "${target}"`);
}

/** @throws Refusal 404 when the path's project has no such member (spec 7.2). */
function memberOf(call: Call): Stored<Member> {
  const member = objectsOfProject(call).find(projectMembers, call.nested);
  if (member !== undefined) return member;
  throw notFound(`project member "${call.nested}"`);
}
