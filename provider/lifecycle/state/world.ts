import type { Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import type { Context } from "../operation/context.ts";
import { hidden } from "./state.ts";

/** How an object's stamp relates to the platform in use. */
export type Stamp = "same" | "missing" | "accepted";

/**
 * Compares the world an object was made in with the current one.
 *
 * @throws HostingError when it is another one that the user did not accept.
 */
export function checkWorld(context: Context, state: Props, subject: string): Stamp {
  const made = state[hidden.world];
  if (made === undefined) return "missing";
  if (made === context.world) return "same";
  if (made === context.acceptWorld) return "accepted";
  throw new HostingError(
    "world",
    `${subject} was made on ${String(made)}, but the settings now point at ${context.world}: nothing was read or changed. Use the settings it was made with, set HOSTING_ACCEPT_WORLD=${String(made)} if both are the same platform, or remove the stack's state.`,
  );
}
