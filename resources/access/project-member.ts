import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import { resourceClass } from "../../provider/definition/resource-class.ts";
import type { Props, Session, Sighting, Target } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { ProjectMemberArgs } from "../_arguments.ts";

/** Inputs of a {@link ProjectMember} (spec 2.12). */
export interface ProjectMemberInputs {
  /** Project (`proj_…`). Changing it invites to the other project first. */
  projectId: string;
  /** Address the invitation goes to; capitals do not matter. Changing it invites the new one first. */
  email: string;
  /** What the member may do; changed in place. */
  role: "owner" | "admin" | "developer" | "viewer";
  /** Lets a change or removal take the owner's role away; so does `HOSTING_ALLOW_OWNER_REMOVAL=<email>` for one run. */
  allowOwnerRemoval?: boolean;
  /** Sends another invitation when one was not accepted within 48 hours (spec 3). */
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
  inputs: z.object({
    projectId: z.string().min(1),
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
    return typeof observed["id"] === "string" ? `${projectId}/${observed["id"]}` : id;
  },
  interpret: ({ status }, assumptions) => {
    if (typeof status !== "string") return {};
    const word = status.toLowerCase();
    if (assumptions["words.invited"].includes(word)) return { status: "pending" };
    return { status: assumptions["words.expired"].includes(word) ? "expired" : "active" };
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
    run: (session, { inputs }) => invite(session, inputs),
  },
  prepareDelete: async ({ subject, removableOwners }, { inputs }) => {
    const { role, email, allowOwnerRemoval } = inputs;
    const isMeant = allowOwnerRemoval || removableOwners.some((own) => isSameAddress(own, email));
    if (role !== "owner" || isMeant) return;
    throw new HostingError(
      "input",
      `${subject} was not removed: ${email} is an owner. If that is meant, run the same command again with HOSTING_ALLOW_OWNER_REMOVAL=${email} (several are separated by commas).`,
    );
  },
  remove: async (session, target) => {
    const isInvited = target.id.includes("@");
    if (isInvited && (await observe(session, target)).outcome === "gone") return;
    const params = await memberParams(session, target);
    try {
      await session.call(endpoints.projectMember.delete, { params });
    } catch (error) {
      if (!HostingError.isInstance(error) || error.code !== "notFound") throw error;
    }
  },
});

/** A member of a project, invited by e-mail (spec 2.12). */
export class ProjectMember extends resourceClass<
  ProjectMemberArgs,
  ProjectMemberInputs,
  ProjectMemberOutputs
>()(projectMember) {}

function invite(session: Session, inputs: ProjectMemberInputs): Promise<Json> {
  return session.call(endpoints.projectMember.create, {
    params: { project_id: inputs.projectId },
    body: { email: inputs.email, role: inputs.role },
  });
}

/** Until an answer brings the member's own id, the e-mail address stands for it. */
function observe(session: Session, { id }: Pick<Target<object>, "id">): Promise<Sighting> {
  const [, own = ""] = id.split("/");
  return session.lookUp("projectMember", id, (item) => {
    return item["id"] === own || isSameAddress(item["email"], own);
  });
}

async function memberParams(session: Session, { id }: Target<object>) {
  const [projectId = "", own = ""] = id.split("/");
  const params = (memberId: string) => ({ project_id: projectId, member_id: memberId });
  if (!own.includes("@")) return params(own);
  const sighting = await observe(session, { id });
  const memberId = sighting.outcome === "seen" ? sighting.observed["id"] : undefined;
  if (typeof memberId === "string") return params(memberId);
  throw new HostingError(
    "gap",
    `${session.subject} was not changed: the platform has not told the member's id (usr_…). Look it up in the console and set \`adopt\` to "${projectId}/<usr_…>".`,
  );
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
