import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { memberRole, type Role } from "../access/roles.ts";
import { type Answer, created, ok, Refusal, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Objects, shape } from "../store/objects.ts";
import type { World } from "../world.ts";

interface ProjectMember {
  readonly email: string;
  readonly role: Role;
  readonly accepted: boolean;
  /** When the invitation ends unless it was accepted. */
  readonly expires_at: number;
}
type Invitation = Pick<ProjectMember, "accepted" | "expires_at">;

const role = () => stated(memberRole(), "2.12: role (owner, admin, developer, viewer)");
const NewInvitation = lazySchema(() =>
  fields({ email: stated(z.email("an e-mail address"), "2.12: email (string"), role: role() }),
);
const RoleChange = lazySchema(() => fields({ role: role() }));

/** Members of projects and invitations to become one (spec 2.12). */
export const projectMembers = defineKind({
  kind: "projectMember",
  noun: "project member",
  record: shape<ProjectMember>(),
  view: ({ id, project, email, role, ...invitation }, world) => ({
    id,
    project_id: project,
    email,
    role,
    [world.assumptions["fields.status"]]: statusOf(invitation, world),
  }),
  serve: () => ({
    list: listMembers,
    create: invite,
    update: changeRole,
    delete: removeMember,
  }),
});

/** True for an invitation that was not accepted in time (spec 3). */
function isExpired({ accepted, expires_at }: Invitation, { now }: World): boolean {
  return !accepted && now >= expires_at;
}

/** True when both are one mailbox: capitals do not matter. */
function isSameMailbox(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function statusOf(invitation: Invitation, world: World): string {
  if (invitation.accepted) return world.readyWord("active");
  const { "words.invited": invited, "words.expired": expired } = world.assumptions;
  return isExpired(invitation, world) ? (expired[0] ?? "expired") : (invited[0] ?? "pending");
}

/**
 * What the invited person does: accepts every open invitation to the address.
 *
 * @throws Error when none is open.
 */
export function acceptInvitation(world: World, email: string): void {
  const open = world.objects
    .list(projectMembers)
    .filter((member) => isSameMailbox(member.email, email))
    .filter(
      (member) => !member.accepted && !isExpired(member, world.around(projectMembers, member)),
    );
  if (open.length === 0) {
    throw new Error(`No invitation was accepted: none to "${email}" is open.`);
  }
  for (const member of open) world.objects.update(projectMembers, member, { accepted: true });
}

function invite(call: Call): Answer {
  const { world, body, target } = call;
  const objects = objectsOfProject(call);
  const refused = `nobody was invited to project "${target}"`;
  const given = body(NewInvitation, refused);
  refuseOwners(world, [given.role], refused);
  const standing = objects
    .list(projectMembers)
    .find(
      (member) =>
        isSameMailbox(member.email, given.email) &&
        !isExpired(member, world.around(projectMembers, member)),
    );
  if (standing !== undefined) {
    const why = standing.accepted ? "is a member" : "has an open invitation";
    const error = `${refused}: "${given.email}" ${why} already`;
    throw world.refusal("conflict", "refusals.conflict", error);
  }
  const expires_at = world.after(limits.invitationHours * 3600);
  const record = { ...given, accepted: false, expires_at };
  return created(projectMembers.view(objects.insert(projectMembers, record), world));
}

function changeRole(call: Call): Answer {
  const { world, body } = call;
  const member = memberOf(call);
  const refused = `project member "${member.id}" was not changed`;
  const { role } = body(RoleChange, refused);
  refuseOwners(world, [member.role, role], refused);
  return ok(projectMembers.view(world.objects.update(projectMembers, member, { role }), world));
}

function removeMember(call: Call): Answer {
  const { id, role } = memberOf(call);
  refuseOwners(call.world, [role], `project member "${id}" was not removed`);
  call.world.objects.remove(projectMembers, id);
  return removed;
}

/** @throws Refusal 403 when an admin would make, change or remove an owner, and may not (spec 5). */
function refuseOwners(world: World, roles: readonly Role[], refused: string): void {
  if (world.role === "owner" || !roles.includes("owner")) return;
  const by = "roles.admin.members";
  if (world.choice(by) === "all") return;
  throw Refusal.json(403, `${refused}: only an owner manages owners`, { by });
}

function listMembers(call: Call): Answer {
  const members = objectsOfProject(call).list(projectMembers);
  return ok(members.map((member) => projectMembers.view(member, call.world)));
}

/** @throws Refusal when the path names no project, or one that the key does not reach (spec 5, 7.2). */
function objectsOfProject({ world, target }: Call): Objects {
  const exists = world.projects.has(target);
  if (exists && world.reaches(target)) return world.account.of(target);
  throw world.missing(`project "${target}"`, { elsewhere: exists });
}

/** @throws Refusal 404 when the path's project has no such member (spec 7.2). */
function memberOf(call: Call) {
  const member = objectsOfProject(call).find(projectMembers, call.nested);
  if (member !== undefined) return member;
  throw call.world.missing(`project member "${call.nested}"`, { elsewhere: false });
}
