import type { Props } from "../../definition/session.ts";
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
    `${subject} was made on ${inWords(String(made))}, but the settings now point at ${inWords(settings.world)}: nothing was read or changed. Use the settings it was made with; if both are the same platform, run with HOSTING_ACCEPT_WORLD=${String(made)}.`,
  );
}

/** `api:https://host#account` or `embedded:<id>` as people know it. */
function inWords(world: string): string {
  const [, origin, account] = /^api:([^#]*)#?(.*)$/.exec(world) ?? [];
  if (origin === undefined) return `the embedded platform ${world.slice(world.indexOf("_") + 1)}`;
  return account ? `${origin} (account ${account})` : origin;
}

/** How an object's stamp relates to the platform in use. */
type Stamp = "same" | "missing" | "accepted";

interface Worlds {
  readonly world: string;
  readonly acceptWorld: string | undefined;
}
