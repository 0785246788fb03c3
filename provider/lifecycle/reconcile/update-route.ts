import { type Endpoint, machinesUnder } from "../../../contract/endpoints.ts";
import type { OptIn } from "../../definition/definition.ts";
import type { Observed, Sighting } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { isMissing } from "../operation/absence.ts";
import { lookUp } from "../operation/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { isAsWanted } from "../state/answer.ts";
import { hasNameAsId } from "../state/ids.ts";
import { hidden } from "../state/state.ts";
import { journalWorld } from "../state/world.ts";
import { type Known, observedIn } from "./observe.ts";

/**
 * What an assumed update route that answered 404 or 405 comes to: a 404 may be about the route, about
 * the object, or a proxy's. Where nothing shows the object, it is sent once more half a minute later,
 * and what comes of that counts while the platform answers otherwise.
 *
 * @throws HostingError that says how to go on, unless the repeat is accepted.
 */
export async function confirmRoute(operation: Operation, missed: Missed): Promise<Observed> {
  const { routes, subject } = operation;
  const { route, error, optIn, known, changed } = missed;
  if (isAboutAnother(missed)) throw error;
  if (!isNotAllowed(error)) {
    const sighting = await look(operation, known);
    if (sighting.outcome === "gone") throw gone(subject);
    if (sighting.outcome !== "seen") return repeat(operation, missed);
    const observed = observedIn(operation, sighting.observed);
    // A try before it came through without an answer, so what said 404 was not the route.
    if (isAsWanted(operation.definition, { ...known, observed }, changed)) return observed;
  }
  routes.ruleOut(route);
  throw noUpdateRoute(subject, optIn);
}

/** Nothing updates it, and its class says what that means. */
export function noUpdateRoute(subject: string, optIn: OptIn | undefined): HostingError {
  return notChanged(subject, "the platform offers no way to update it", optIn);
}

/** An update that was answered with 404 or 405. */
interface Missed {
  readonly route: Endpoint;
  readonly known: Known;
  /** Names of the inputs that it was to change. */
  readonly changed: readonly string[];
  readonly error: unknown;
  readonly optIn: OptIn | undefined;
  readonly body: unknown;
  /** Sends it once more. */
  readonly patch: () => Promise<Observed>;
}

/** The route is there, and misses what the body leads to: a backend that was deleted by hand, say. */
function isAboutAnother({ error, body, known }: Missed): boolean {
  const reason = HostingError.isInstance(error) ? error.reason : undefined;
  if (reason === undefined) return false;
  const told = textsIn(body).filter((text) => text !== known.id && text !== known.inputs["name"]);
  const words = new Set(reason.split(/[^\w.-]+/));
  return told.some((text) => looksLikeId(text) && words.has(text));
}

/** Ids have digits, in whatever form a platform makes them; what else a body says is short, or has other signs. */
function looksLikeId(text: string): boolean {
  return /^(?=.*\d)[\w-]{5,}$/.test(text);
}

function textsIn(json: unknown): readonly string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(textsIn) : [];
}

function isNotAllowed(error: unknown): boolean {
  return HostingError.isInstance(error) && error.status === 405;
}

function look(operation: Operation, known: Known): Promise<Sighting> {
  const { kind } = operation.definition;
  return lookUp(operation, { kind, id: known.id, isName: hasNameAsId(known) });
}

async function repeat(operation: Operation, missed: Missed): Promise<Observed> {
  const { route, known, optIn, patch } = missed;
  const { routes, subject, waiting, witness } = operation;
  const { [hidden.seenBy]: seenBy } = known.state;
  if (!witness.sees(typeof seenBy === "string" ? seenBy : undefined)) throw strange(operation);
  await waiting.pause(lagMilliseconds, "another answer to its update");
  try {
    return await patch();
  } catch (error) {
    if (!isMissing(error) || isAboutAnother({ ...missed, error })) throw error;
    await confirmPlatform(operation, route);
    routes.ruleOut(route);
    const why =
      "its update was answered with 404 twice, so the platform has no such route, or it is gone";
    throw notChanged(subject, why, optIn);
  }
}

/** A documented list answers: no proxy says 404 to everything. @throws HostingError where it does not. */
async function confirmPlatform({ requests }: Operation, { prefix }: Endpoint): Promise<void> {
  const list = machinesUnder(prefix);
  try {
    if (list !== undefined) await requests.list(list);
  } catch (error) {
    // That this key may not see it is the platform's answer as well (spec 5).
    if (!HostingError.isInstance(error) || error.status !== 403) throw error;
  }
}

function notChanged(subject: string, why: string, optIn: OptIn | undefined): HostingError {
  const advice =
    optIn === undefined
      ? "Run `pulumi up` again: it will be replaced."
      : `Undo the change, or set ${optIn}: true and run \`pulumi up\` again to replace it.`;
  return new HostingError("noRoute", `${subject} was not changed: ${why}. ${advice}`);
}

function gone(subject: string): HostingError {
  return new HostingError(
    "notFound",
    `${subject} was not changed: it is gone. Run \`pulumi refresh\`, then \`pulumi up\` to create it again.`,
  );
}

/** To the key of another account it would be missing as well. */
function strange({ context, subject }: Operation): HostingError {
  return new HostingError(
    "key",
    `${subject} was not changed: its update was answered with 404, and this API key has never seen it. Check hosting:apiKey; with a new one of this account run HOSTING_ACCEPT_WORLD=${journalWorld(context.world)} pulumi up.`,
  );
}
