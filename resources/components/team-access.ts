import * as pulumi from "@pulumi/pulumi";
import { ProjectMember, type ProjectMemberArgs } from "../index.ts";
import { type Known, refuseUnknown } from "./known-arguments.ts";
import { type Transform, transformed } from "./transform.ts";

/** A role in a project (spec 5). */
export type Role = "owner" | "admin" | "developer" | "viewer";

/** Arguments of a {@link TeamAccess}. */
export interface TeamAccessArgs {
  /** Project the team works in (`proj_…`). */
  projectId: pulumi.Input<string>;
  /** Everybody with access, by e-mail address; at least one has to be an owner. */
  members: Readonly<Record<string, Role>>;
  /** Lets owners be demoted and removed; false unless given. A destroy asks for `HOSTING_ALLOW_OWNER_REMOVAL=<projectId>/<email>` without it. */
  allowOwnerRemoval?: boolean | undefined;
  /** Adjusts its children. */
  transform?: TeamAccessTransform | undefined;
}

/** Adjusts the children of a {@link TeamAccess}. */
export interface TeamAccessTransform {
  /** Each member. */
  member?: Transform<ProjectMemberArgs> | undefined;
}

const names: Known<TeamAccessArgs, TeamAccessTransform> = {
  args: {
    projectId: true,
    members: "object",
    allowOwnerRemoval: "boolean",
    transform: "object",
  },
  transform: { member: true },
};

/**
 * The members of a project and their roles, in one list. A new member is invited, a changed role is
 * updated in place, and a member who is taken off the list is removed.
 *
 * Children of the team `shop`: `shop-<e-mail address in lower case>`.
 */
export class TeamAccess extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = "hosting:components:TeamAccess";

  /** Members by e-mail address in lower case. */
  readonly members: Readonly<Record<string, ProjectMember>>;
  /** Addresses of invitations that are not accepted yet; they expire after 48 hours (spec 8). */
  readonly pending: pulumi.Output<string[]>;

  constructor(name: string, args: TeamAccessArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`TeamAccess "${name}"`, args, names);
    super(TeamAccess.__pulumiType, name, {}, opts);
    const { projectId, allowOwnerRemoval = false, transform = {} } = args;
    const made = rolesOf(name, args).map(([email, role]): [string, ProjectMember] => {
      const member = transformed<ProjectMemberArgs>(transform.member, `${name}-${email}`, {
        args: { projectId, email, role, allowOwnerRemoval },
        opts: { parent: this },
      });
      return [email, new ProjectMember(...member)];
    });
    this.members = Object.fromEntries(made);
    this.pending = pulumi
      .all(made.map(([email, { status }]) => status.apply((word) => ({ email, word }))))
      .apply((all) => all.filter(({ word }) => word === "pending").map(({ email }) => email));
    this.registerOutputs({ pending: this.pending });
  }
}

/** @throws RunError when nobody is an owner, or somebody is in the list twice. */
function rolesOf(name: string, { members = {} }: TeamAccessArgs): readonly [email: string, Role][] {
  const roles = Object.entries(members).map(([email, role]): [string, Role] => [
    email.toLowerCase(),
    role,
  ]);
  const refuse = (reason: string) => new pulumi.RunError(`TeamAccess "${name}": ${reason}.`);
  const emails = roles.map(([email]) => email);
  const twice = emails.find((email, at) => emails.indexOf(email) !== at);
  if (twice !== undefined) throw refuse(`${twice} is in members twice`);
  if (!roles.some(([, role]) => role === "owner")) {
    throw refuse("members names no owner; a project without one cannot be managed");
  }
  return roles;
}
