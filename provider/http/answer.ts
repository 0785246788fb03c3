import type { RefusalTopic } from "../../contract/assumptions.ts";
import { type Endpoint, effectOf } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import { shortened } from "../display.ts";
import { correctIt, type ErrorCode, HostingError, makeRoom } from "../errors.ts";
import { type Scrub, serverText } from "../scrub.ts";
import {
  type Asked,
  classify,
  isRedirect,
  isUnclear,
  settlesInMs,
  topicOf,
  verdicts,
} from "./outcomes.ts";
import type { TransportFailure, WireResponse } from "./transport/transport.ts";
import { errorWords, isErrorAlone, jsonIn } from "./wire/json.ts";
import { requestIdIn } from "./wire/request-id.ts";
import { labelOf } from "./wire/target.ts";

/** The call an answer or a failure belongs to. */
export interface CallContext extends Asked {
  readonly scrub: Scrub;
}

/** A refused call: the answer's status, the platform's own words, and the call. */
interface Refusal {
  readonly status: number;
  readonly reason: string | undefined;
  readonly endpoint: Endpoint;
  /** Host and path to which a redirect leads. */
  readonly target: string | undefined;
  /** Something else was being done to the object. */
  readonly isBusy: boolean;
  readonly topic: RefusalTopic | undefined;
}

const lookFirst =
  "Look in the console whether it was carried out before you run `pulumi up` again.";

/**
 * The JSON of a successful answer, `null` when it is empty.
 *
 * @throws HostingError for every other answer (spec 7), for an error that comes with a success, and
 * for a body that is not usable JSON.
 */
export function readAnswer(response: WireResponse, context: CallContext): Json {
  if (!isSuccess(response.status)) throw refusal(response, context);
  if (response.body.trim() === "") return null;
  const parsed = jsonIn(response);
  if (parsed !== undefined && "value" in parsed) {
    if (isErrorAlone(parsed.value)) throw refusal(response, context);
    return parsed.value;
  }
  const outcome = parsed === undefined ? "foreign" : "garbled";
  if (verdicts[outcome][effectOf(context.endpoint)] === "applied") return null;
  throw unusable(response, parsed?.problem, context);
}

/** The error for a request that got no answer. */
export function failureError(failure: TransportFailure, { endpoint }: CallContext): HostingError {
  const label = labelOf(endpoint);
  const { phase, proxy } = failure;
  const reason = `${failure.reason}${proxy === undefined ? "" : `, by way of the proxy ${proxy}`}`;
  if (phase === "unsent") {
    return new HostingError(
      "unsent",
      `${label} was not sent: ${reason}. Nothing was changed; ${wayOn(failure, endpoint)}.`,
    );
  }
  if (endpoint.method === "GET") {
    return new HostingError(
      "platform",
      `${label} got no answer: ${reason}. Nothing was changed${failure.permanent ? "" : "; try again later"}.`,
    );
  }
  return new HostingError(
    "unknownOutcome",
    `${label} has an unknown outcome: it was sent, but ${reason}. ${lookFirst}`,
    { doubt: { applied: false, settlesInMs: settlesInMs(failure) } },
  );
}

function wayOn({ permanent, proxy }: TransportFailure, endpoint: Endpoint): string {
  const address = addressSetting(endpoint);
  if (permanent) {
    return `check ${address}; where a company's own authority issues certificates, set NODE_EXTRA_CA_CERTS to the file of that authority's`;
  }
  return proxy === undefined
    ? `check the network and ${address}, then try again`
    : `check HTTPS_PROXY, NO_PROXY and ${address}, then try again`;
}

/** The setting that holds the address of an endpoint's host. */
export function addressSetting({ prefix }: Endpoint): string {
  return prefix === "/v1" ? "`hosting:apiBaseUrl`" : "`hosting:baseUrl`";
}

function refusal(response: WireResponse, context: CallContext): HostingError {
  const { status } = response;
  const { endpoint, scrub } = context;
  const target = targetOf(response, scrub);
  const isBusy = classify(response, context) === "busy";
  const topic = topicOf(response, context);
  const refused = { status, endpoint, reason: reasonOf(response, scrub), target, isBusy, topic };
  const [code, message] = describe(refused);
  const cause = status < 400 ? `it ${redirected(refused)}` : undefined;
  const doubt =
    code === "unknownOutcome"
      ? { applied: false, settlesInMs: settlesInMs(response), cause }
      : undefined;
  const details = {
    status,
    requestId: requestIdIn(response, scrub),
    reason: refused.reason,
    topic,
    doubt,
  };
  return new HostingError(code, `${labelOf(endpoint)} ${message}`, details);
}

function describe(refused: Refusal): [ErrorCode, string] {
  const { status, reason, topic } = refused;
  if (status === 401) return ["key", revokedKey];
  const isOfKey = topic !== "limit" && topic !== "inUse";
  if (status === 403 && isOfKey) return ["key", weakKey(refused)];
  if (status === 404 && reason !== undefined) return ["notFound", nothingFound(refused, reason)];
  if ([404, 405, 501].includes(status)) return ["noRoute", noRoute(refused)];
  if (status === 429 && topic === undefined) {
    return [
      "rateLimit",
      `was refused: too many requests (429)${because(reason)}. Try again in a minute.`,
    ];
  }
  if (isUnclear(status)) return serverFault(refused);
  if (status >= 400 || isSuccess(status)) return ["refused", plainRefusal(refused)];
  if (isOutcomeUnknown(refused)) {
    return ["unknownOutcome", `has an unknown outcome: it ${redirected(refused)}. ${lookFirst}`];
  }
  return [
    "platform",
    `${redirected(refused)}; a redirect is not followed, because the API key belongs to one host.`,
  ];
}

function plainRefusal({ status, reason, isBusy, topic }: Refusal): string {
  if (isBusy) {
    return `was refused (${status})${because(reason)}. Something else is being done to the object: run \`pulumi up\` again when that has ended.`;
  }
  const what = isSuccess(status) ? `answered ${status} with an error` : `refused (${status})`;
  if (reason === undefined) {
    return `was ${what}, and nothing says why. Check its inputs; the platform's console may say more.`;
  }
  return `was ${what}: ${reason}. ${topic === "limit" ? makeRoom : correctIt}.`;
}

/** The thing that came instead of an answer, and the setting that decides the host. */
function redirected({ status, endpoint, target }: Refusal): string {
  const what = status < 300 ? "got an interim answer" : "was redirected";
  const where = target === undefined ? "" : ` to ${target}`;
  return `${what} (${status}, check ${addressSetting(endpoint)})${where}`;
}

/** Host and path alone: before and after them may be a secret. */
function targetOf({ headers: { location } }: WireResponse, scrub: Scrub): string | undefined {
  const url = location === undefined ? null : URL.parse(location, `https://${noHost}`);
  if (url === null) return undefined;
  const host = url.host === noHost ? "" : url.host;
  return shortened(serverText(`${host}${url.pathname}`, scrub), longestTarget);
}

/** In the place of a host that a redirect does not name. */
const noHost = "none.invalid";
/** The rest of the message says what to do. */
const longestTarget = 36;

function isOutcomeUnknown({ status, endpoint }: Refusal): boolean {
  return isRedirect(status) && verdicts.redirected[effectOf(endpoint)] === "unknown";
}

function nothingFound({ endpoint }: Refusal, reason: string): string {
  return `found nothing: ${reason}. ${wayToFind(endpoint)}`;
}

/**
 * If an object that a create refers to is unknown, its id is probably mistyped or belongs to another account. A collection
 * is always there.
 */
function wayToFind(endpoint: Endpoint): string {
  if (effectOf(endpoint) === "create") {
    return "Check the ids among the inputs, and that this key can see what they name.";
  }
  if (!endpoint.path.includes("{")) {
    return `Check that ${addressSetting(endpoint)} is the platform's address.`;
  }
  return "If it was deleted by hand, run `pulumi refresh`; where that keeps it, set HOSTING_DELETED_BY_HAND.";
}

const revokedKey =
  "failed: the API key was refused (401), maybe revoked or expired. Set a new one where it comes from: HOSTING_API_KEY, `pulumi config set --secret hosting:apiKey` or the Provider; refresh and destroy need --run-program.";

function weakKey({ reason, endpoint }: Refusal): string {
  const scope = endpoint.scope === "not shown" ? "" : ` (it needs ${endpoint.scope})`;
  return `failed: this API key may not do it (403)${because(reason)}. Set one that may${scope} where it comes from: HOSTING_API_KEY, \`pulumi config set --secret hosting:apiKey\` or the Provider.`;
}

function noRoute({ status, endpoint }: Refusal): string {
  const advice =
    endpoint.standing === "assumed"
      ? "Its path is assumed, not documented; set the right one, or none, in `hosting:assumptions`."
      : `Check that ${addressSetting(endpoint)} is the platform's address.`;
  return `was not carried out: the platform does not offer it (${status}). ${advice}`;
}

function serverFault({ status, reason, endpoint }: Refusal): [ErrorCode, string] {
  const problem = `the platform had a problem (${status})${because(reason)}`;
  if (endpoint.method !== "GET")
    return ["unknownOutcome", `has an unknown outcome: ${problem}. ${lookFirst}`];
  return ["platform", `was not confirmed: ${problem}. Run the command again later.`];
}

/** A success whose body is lost: a create has probably made something nobody knows the id of. */
function unusable(
  response: WireResponse,
  problem: string | undefined,
  { endpoint, scrub }: CallContext,
): HostingError {
  const { status } = response;
  const requestId = requestIdIn(response, scrub);
  const what = `the answer (${status}) is ${problem ?? "not JSON"}`;
  if (endpoint.method === "GET") {
    return new HostingError(
      "platform",
      `${labelOf(endpoint)} gave no usable answer: ${what}. Check that ${addressSetting(endpoint)} is the platform's address and no proxy or sign-in page answers for it.`,
      { status, requestId },
    );
  }
  return new HostingError(
    "unknownOutcome",
    `${labelOf(endpoint)} has an unknown outcome: ${what}. ${lookFirst}`,
    { status, requestId, doubt: { applied: problem !== undefined, settlesInMs: 0 } },
  );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The error text of an answer, made safe to show. */
export function reasonOf(response: WireResponse, scrub: Scrub): string | undefined {
  const words = errorWords(response);
  if (words === undefined) return undefined;
  return serverText(words, scrub).replace(/[.\s]+$/, "") || undefined;
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${reason}`;
}
