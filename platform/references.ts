import { z } from "zod";
import { memberRole } from "./access/roles.ts";

/**
 * Kinds as others refer to them by id. The file of such a kind imports those of what refers to its
 * objects, to end that when one is deleted, so these cannot import it back.
 */
export const references = {
  instance: { kind: "instance", noun: "instance", record: z.object({}) },
  projectMember: {
    kind: "projectMember",
    noun: "project member",
    record: z.object({ role: memberRole, accepted: z.boolean() }),
  },
  certificate: { kind: "certificate", noun: "certificate", record: z.object({}) },
  /** With the first port of its block on the shared address (spec 8). */
  container: {
    kind: "container",
    noun: "instance",
    record: z.object({ first_port: z.int() }),
  },
} as const;
