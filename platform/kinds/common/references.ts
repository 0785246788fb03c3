import { members } from "../../access/index.ts";
import { shape } from "../../store/index.ts";

/**
 * Kinds as others refer to them by id. The file of such a kind imports those of what refers to its
 * objects, to end that when one is deleted, so these cannot import it back.
 */
export const references = {
  instance: { kind: "instance", noun: "instance", record: shape<{ readonly region: string }>() },
  projectMember: { ...members, noun: "project member" },
  certificate: { kind: "certificate", noun: "certificate", record: shape<object>() },
  container: { kind: "container", noun: "instance", record: shape<object>() },
} as const;
