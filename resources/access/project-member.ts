import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isStatusOf } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { idPrefixes } from "../../contract/ids.ts";
import {
  type CheckContext,
  defineResource,
  type Problem,
} from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { LookupResult, Props, Session, Target } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { ProjectMemberArgs } from "../_arguments.ts";

/** Inputs of a {@link ProjectMember} (spec 2.12). */
export interface ProjectMemberInputs {
  /** Project (`proj_…`). Changing it invites to the other project first. */
  projectId: string;
  /** Address the invitation goes to; capitals do not matter. Changing it invites the new one first. */
  email: string;
  /** The permissions of the member; changed in place. */
  role: "owner" | "admin" | "developer" | "viewer";
  /** Lets a change or removal take the owner's role away; so does `HOSTING_ALLOW_OWNER_REMOVAL=<projectId>/<email>` for one run. */
  allowOwnerRemoval?: boolean;
  /** Replaces an invitation that was not accepted within 48 hours by another one (spec 3). */
  reinvite?: boolean;
}

/** Outputs of a {@link ProjectMember}. */
export interface ProjectMemberOutputs {
  /** `pending` until the invitation is accepted, then `active`; `expired` after 48 hours without. */
  status: "pending" | "active" | "expired";
}

export const projectMember = defineResource<ProjectMemberInputs, ProjectMemberOutputs>()({
  type: "access:ProjectMember",
  kind: "projectMember",
  noun: "project member",
  links: { projectId: "member" },
  inputs: z.object({
    projectId: idOf("project"),
    email: z.email({ error: "must be an e-mail address" }),
    role: z.enum(["owner", "admin", "developer", "viewer"]),
    allowOwnerRemoval: z.boolean().exactOptional(),
    reinvite: z.boolean().exactOptional(),
  }),
  outputs: z.object({ status: z.enum(["pending", "active", "expired"]) }),
  changes: {
    projectId: { on: "replace" },
    email: { on: "replace", same: isSameAddress },
    role: { on: "update", forbid: demotingOwner },
    allowOwnerRemoval: { on: "store" },
    reinvite: { on: "ignore" },
  },
  replacement: {
    order: "createFirst",
    why: "Nobody is removed before somebody else is invited.",
  },
  gaps: [
    "A path to list members and invitations (spec 4.2).",
    "Whether the answer to an invitation brings the member's id (spec 4 note 1).",
  ],
  naturalId: "{projectId}/{email}",
  observe,
  identify: (id, observed) => {
    const [projectId = ""] = id.split("/");
    // An invitation may have an id of its own, which ends when it is accepted.
    const isMember = String(observed["id"]).startsWith(idPrefixes.projectMember ?? "");
    return isMember ? `${projectId}/${observed["id"]}` : id;
  },
  interpret: ({ status }, assumptions) => {
    if (typeof status !== "string") return {};
    if (isStatusOf(["invited"], status, assumptions)) return { status: "pending" };
    return { status: isStatusOf(["expired"], status, assumptions) ? "expired" : "active" };
  },
  // spec 3: a pending invitation is a state to be in, not one to wait out.
  ready: () => ({ ready: true }),
  update: async (session, target) =>
    session.call(endpoints.projectMember.update, {
      params: await memberParams(session, target),
      body: { role: target.inputs.role },
    }),
  renew: {
    askedBy: "reinvite",
    isDue: (state, inputs) => state["status"] === "expired" && inputs.reinvite === true,
  },
  // spec 3: a member is listed once the invitation is accepted.
  mayBeLeftOut: ({ status }) => status !== "active",
  validate: replacedOwner,
  prepareDelete: async ({ subject, removableOwners }, { inputs, state }) => {
    // Nobody loses a role by the end of an invitation that was not accepted in time.
    if (state["status"] === "expired" || mayGo(inputs, removableOwners)) return;
    throw new HostingError(
      "input",
      `${subject} was not removed: ${inputs.email} is an owner. If that is meant, run the same command again with ${ownerWord(inputs)} (several are separated by commas).`,
    );
  },
  remove: async (session, target) => {
    const isInvited = target.id.includes("@");
    if (isInvited && (await observe(session, target)).outcome === "gone") return "gone";
    const params = await findParams(session, target);
    if (params === undefined) throw toBeRemovedByHand(session, target);
    const look = () => observe(session, target);
    return session.takeAway(endpoints.projectMember.delete, { params }, look);
  },
});

/** A member of a project, invited by e-mail (spec 2.12). */
export interface ProjectMember
  extends pulumi.CustomResource,
    Attributes<ProjectMemberInputs, ProjectMemberOutputs> {}

export const ProjectMember: ResourceClass<ProjectMemberArgs, ProjectMember> = resourceClass<
  ProjectMemberInputs,
  ProjectMemberOutputs
>()(projectMember);

/** Until an answer brings the member's own id, the e-mail address stands for it. */
function observe(session: Session, { id }: Pick<Target<object>, "id">): Promise<LookupResult> {
  const [, own = ""] = id.split("/");
  return session.lookUp("projectMember", id, {
    isIt: (item) => item["id"] === own || isSameAddress(item["email"], own),
    shows: (item) => item[own.includes("@") ? "email" : "id"] !== undefined,
    // The path of a member has the own id alone (spec 4.2).
    isListedOnly: own.includes("@"),
  });
}

/** The member's id in paths; undefined while no answer has shown it. */
async function findParams(session: Session, { id }: Target<object>) {
  const [projectId = "", own = ""] = id.split("/");
  const params = (memberId: string) => ({ project_id: projectId, member_id: memberId });
  if (!own.includes("@")) return params(own);
  const result = await observe(session, { id });
  const memberId = result.outcome === "seen" ? result.observed["id"] : undefined;
  return typeof memberId === "string" ? params(memberId) : undefined;
}

async function memberParams(session: Session, target: Target<object>) {
  const params = await findParams(session, target);
  if (params !== undefined) return params;
  const [projectId] = target.id.split("/");
  throw new HostingError(
    "gap",
    `${session.subject} was not changed: the platform has not shown the member's id. Look it up in the console (usr_…), take this one out with \`pulumi state delete\`, and set \`adopt\` to "${projectId}/<usr_…>".`,
  );
}

function toBeRemovedByHand({ subject }: Session, { id }: Target<object>): HostingError {
  return new HostingError(
    "gap",
    `${subject} was not removed: the platform has not shown the member's id. Remove the member in the console, then run again with HOSTING_DELETED_BY_HAND=ProjectMember:${id}.`,
  );
}

/** A member as inputs or a state tell of it. */
type Given = { readonly [K in keyof ProjectMemberInputs]?: unknown };

/** An owner is removed only where the last `up`, or this run, was asked to. */
function mayGo(member: Given, removableOwners: readonly string[]): boolean {
  const { projectId, role, email, allowOwnerRemoval } = member;
  const names = [email, `${String(projectId)}/${String(email)}`];
  const isNamed = (owner: string) => names.some((name) => isSameAddress(owner, name));
  return role !== "owner" || allowOwnerRemoval === true || removableOwners.some(isNamed);
}

function ownerWord({ projectId, email }: Given): string {
  return `HOSTING_ALLOW_OWNER_REMOVAL=${String(projectId)}/${String(email)}`;
}

/** The new one is invited first, and only then the old one's removal would be refused. */
function replacedOwner(
  { projectId, email }: Partial<ProjectMemberInputs>,
  { oldInputs, removableOwners = [] }: CheckContext,
): readonly Problem[] {
  const isOther = projectId !== undefined && projectId !== oldInputs["projectId"];
  const isSomeoneElse = email !== undefined && !isSameAddress(email, oldInputs["email"]);
  const isReplaced = oldInputs["email"] !== undefined && (isOther || isSomeoneElse);
  if (!isReplaced || mayGo(oldInputs, removableOwners)) return [];
  const what = isSomeoneElse ? "email" : "projectId";
  const reason = `${what} changes, which removes ${String(oldInputs["email"])}, an owner. If that is meant, run the same command again with ${ownerWord(oldInputs)}`;
  return [{ property: what, reason }];
}

function demotingOwner(before: unknown, _after: unknown, inputs: Props): string | undefined {
  if (before !== "owner" || inputs["allowOwnerRemoval"] === true) return undefined;
  return "role is owner, and taking it away may leave the project without one. Set allowOwnerRemoval: true if that is meant.";
}

function isSameAddress(before: unknown, after: unknown): boolean {
  return (
    typeof before === "string" &&
    typeof after === "string" &&
    before.toLowerCase() === after.toLowerCase()
  );
}
