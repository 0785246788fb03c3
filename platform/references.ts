import type { Role } from "./access/roles.ts";
import { shape } from "./store/objects.ts";
import type { World } from "./world.ts";

/**
 * Kinds as others refer to them by id. The file of such a kind imports those of what refers to its
 * objects, to end that when one is deleted, so these cannot import it back.
 */
export const references = {
  instance: { kind: "instance", noun: "instance", record: shape<{ readonly region: string }>() },
  projectMember: {
    kind: "projectMember",
    noun: "project member",
    record: shape<{ readonly role: Role; readonly accepted: boolean }>(),
  },
  certificate: { kind: "certificate", noun: "certificate", record: shape<object>() },
  container: { kind: "container", noun: "instance", record: shape<object>() },
} as const;

/**
 * An instance that something of a region is to reach.
 *
 * @throws Refusal when it does not exist, or where another region cannot be reached.
 */
export function requireReachable(
  world: World,
  instance: string,
  from: { readonly region: string; readonly refused: string },
): void {
  const { region } = world.require(references.instance, instance);
  if (region === from.region || world.choice("regions.mixed") === "allow") return;
  throw world.refusal(
    "invalid",
    "regions.mixed",
    `${from.refused}: instance "${instance}" is in region "${region}", not in "${from.region}"`,
  );
}
