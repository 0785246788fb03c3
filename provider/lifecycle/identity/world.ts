import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { hidden } from "../record/state.ts";

/**
 * Compares the platform id of an object with the current one.
 *
 * @throws HostingError when it is another one that the user did not accept.
 */
export function checkWorld(settings: Worlds, state: Props, subject: string): Stamp {
  const made = state[hidden.world];
  if (made === undefined) return "missing";
  if (made === settings.world || made === journalWorld(settings.world)) return "same";
  if (isAcceptedWorld(settings, made)) return "accepted";
  throw new HostingError(
    "world",
    `${subject} was made on ${inWords(String(made), settings.world)}, but the settings point at ${inWords(settings.world, String(made))}: nothing was done. Use its settings; if both are one, set HOSTING_ACCEPT_WORLD=${journalWorld(String(made))}.`,
  );
}

/** True when the user confirms that the settings lead to the platform with that id. */
export function isAcceptedWorld({ acceptWorld }: Worlds, made: unknown): boolean {
  if (acceptWorld === undefined || typeof made !== "string") return false;
  // The user may name it by its first host alone.
  return [made, journalWorld(made)].includes(acceptWorld);
}

/**
 * The platform id of an account as states record it: with both hosts, also where they are one,
 * because either may be changed alone.
 */
export function worldOf({ baseUrl, apiBaseUrl, account }: Account): string {
  return `api:${baseUrl}${between}${apiBaseUrl}#${account}`;
}

/** The platform id with its first host alone, as earlier versions stamped states and the journal names it still. */
export function journalWorld(world: string): string {
  const { baseUrl, account } = partsOf(world) ?? {};
  return baseUrl === undefined ? world : `api:${baseUrl}#${account}`;
}

/** Neither a host nor the part before an account contains it. */
const between = "+";

/** A platform id in words; its second host is shown where the first does not distinguish it from the other id. */
function inWords(world: string, other: string): string {
  const parts = partsOf(world);
  if (parts === undefined) {
    return `the embedded platform ${world.slice(world.indexOf("_") + 1)}`;
  }
  const { baseUrl, apiBaseUrl, account } = parts;
  const isTold = apiBaseUrl === undefined || journalWorld(world) !== journalWorld(other);
  const origins = isTold ? baseUrl : `${baseUrl} with ${apiBaseUrl}`;
  return account === "" ? origins : `${origins} (account ${account})`;
}

function partsOf(world: string) {
  const [, origins, account = ""] = /^api:([^#]*)#?(.*)$/.exec(world) ?? [];
  if (origins === undefined) return undefined;
  const [baseUrl = "", apiBaseUrl] = origins.split(between);
  return { baseUrl, apiBaseUrl, account };
}

/** How an object's stamp relates to the platform in use. */
type Stamp = "same" | "missing" | "accepted";

interface Worlds {
  readonly world: string;
  readonly acceptWorld: string | undefined;
}

interface Account {
  readonly baseUrl: string;
  readonly apiBaseUrl: string;
  readonly account: string;
}
