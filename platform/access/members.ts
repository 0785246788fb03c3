import { shape } from "../store/index.ts";

/** The roles of spec 5. */
export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** A member of a project, or an invitation to become one (spec 2.12). */
export interface Member {
  readonly email: string;
  readonly role: Role;
  readonly accepted: boolean;
  /** When the invitation ends unless it was accepted. */
  readonly expires_at: number;
}

export const members = { kind: "projectMember", record: shape<Member>() } as const;
