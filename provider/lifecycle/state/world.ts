import type { Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { hidden } from "./state.ts";

/**
 * Compares the world an object was made in with the current one.
 *
 * @throws HostingError when it is another one that the user did not accept.
 */
export function checkWorld(settings: Worlds, state: Props, subject: string): Stamp {
  const made = state[hidden.world];
  if (made === undefined) return "missing";
  if (made === settings.world) return "same";
  if (made === settings.acceptWorld) return "accepted";
  throw new HostingError(
    "world",
    `${subject} was made on ${String(made)}, but the settings now point at ${settings.world}: nothing was read or changed. Use the settings it was made with, set HOSTING_ACCEPT_WORLD=${String(made)} if both are the same platform, or remove the stack's state.`,
  );
}

/** How an object's stamp relates to the platform in use. */
type Stamp = "same" | "missing" | "accepted";

interface Worlds {
  readonly world: string;
  readonly acceptWorld: string | undefined;
}
