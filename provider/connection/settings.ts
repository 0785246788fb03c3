import { resolve } from "node:path";
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  isStatusOf,
  resolveAssumptions,
} from "../../contract/assumptions.ts";
import { type OwnPrices, parsePrices } from "../../contract/costs/own-prices.ts";
import { limits } from "../../contract/limits.ts";
import { parseRoute } from "../../contract/routes.ts";
import { DatabaseUrl } from "../coordination/database-url.ts";
import type { Problem } from "../definition/definition.ts";
import { HostingError } from "../errors.ts";
import { ApiKey, MissingKey } from "../http/wire/api-key.ts";
import { parseOrigin } from "../http/wire/origin.ts";
import { type SettingName, settingNames } from "../setting-names.ts";
import { isBelow, projectAbove } from "./project.ts";

/** The settings in force, checked; one object per provider process. */
export interface Settings {
  readonly backend: Backend;
  readonly apiKeyId: string | undefined;
  /** Requests per minute for `/api/v1`; undefined where nothing limits them. */
  readonly requestsPerMinute: number | undefined;
  readonly mailEnabled: boolean;
  readonly assumedRoutes: "try" | "never";
  readonly assumptions: Assumptions;
  readonly acceptWorld: string | undefined;
  /** Ids of objects that the user says were deleted in the console. */
  readonly deletedByHand: readonly string[];
  /** Creates of unknown outcome that made nothing, as a look in the console showed: by the name that their message has. */
  readonly forgetUnresolved: readonly string[];
  /** Addresses of owners who may be removed from their projects. */
  readonly removableOwners: readonly string[];
  /** File for one JSON line per attempt. */
  readonly logRequests: string | undefined;
  /** The database that machines share; undefined where this machine's files are enough. */
  readonly coordination: DatabaseUrl | undefined;
  /** The user's own monthly prices. Estimates read them by themselves: here they are checked, before anything is sent. */
  readonly prices: OwnPrices;
}

/** The host that gets the requests. */
export type Backend =
  /** Without one, the embedded platform's root key is used. */
  | { readonly kind: "embedded"; readonly file: string; readonly apiKey: ApiKey | undefined }
  | {
      readonly kind: "api";
      readonly baseUrl: string;
      readonly apiBaseUrl: string;
      readonly account: string;
      readonly apiKey: ApiKey | MissingKey;
    };

/** Where settings come from: the environment, the stack's or explicit provider's values, the directory. */
export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Value of `hosting:<name>` in the stack config or the explicit provider's arguments. */
  readonly config: (name: string) => string | undefined;
  readonly directory: string;
}

/** Settings without which there is no account to talk to. */
export const accountNames = ["baseUrl", "apiBaseUrl", "apiKey"] as const;

type Reader = (name: SettingName) => string | undefined;

/**
 * Reads and checks all settings. An explicit provider's arguments win and the environment never
 * overrides them; else environment, then stack config, then default.
 *
 * @throws HostingError with code `settings`: all that are missing, else the first that is malformed.
 */
export function readSettings(sources: Sources): Settings {
  const reader = readerOf(sources);
  const { read } = reader;
  const backend = readBackend(reader, sources);
  return {
    backend,
    apiKeyId: read("apiKeyId"),
    requestsPerMinute: readRate(read, backend),
    mailEnabled: readMail(read),
    assumedRoutes: readRoutes(read),
    assumptions: readAssumptions(read("assumptions")),
    acceptWorld: unended(sources.env["HOSTING_ACCEPT_WORLD"]),
    deletedByHand: listed(sources.env["HOSTING_DELETED_BY_HAND"]),
    forgetUnresolved: listed(sources.env["HOSTING_FORGET_UNRESOLVED"]),
    removableOwners: listed(sources.env["HOSTING_ALLOW_OWNER_REMOVAL"]),
    logRequests: readFile("logRequests", read, sources),
    coordination: readDatabase(read),
    prices: readPrices(read),
  };
}

/** @throws HostingError that names the setting of the key, where an account has none. */
export function requireKey(settings: Settings): Settings {
  const { apiKey } = settings.backend;
  if (apiKey instanceof MissingKey) throw apiKey.error;
  return settings;
}

/** All problems of the settings at once, for a provider resource. */
export function settingProblems(sources: Sources): readonly Problem[] {
  const unusable = reasonOf(() => readerOf(sources));
  if (unusable.length > 0) return unusable.map((reason) => ({ reason }));
  const reader = readerOf(sources);
  const { read } = reader;
  const isEmbedded = read("backend") === "embedded";
  const account = [
    () => read("baseUrl") && parseOrigin(read("baseUrl") ?? "", labelOf("baseUrl")),
    () => read("apiBaseUrl") && parseOrigin(read("apiBaseUrl") ?? "", labelOf("apiBaseUrl")),
    () => read("apiKey") && new ApiKey(read("apiKey") ?? "", labelOf("apiKey")),
  ];
  const reasons = [
    () => readBackend(reader, sources),
    ...(isEmbedded ? [] : account),
    () => readRate(read, undefined),
    () => readMail(read),
    () => readRoutes(read),
    () => readAssumptions(read("assumptions")),
    () => readFile("logRequests", read, sources),
    () => readDatabase(read),
    () => readPrices(read),
  ].flatMap(reasonOf);
  return [...new Set(reasons)].map((reason) => ({ reason }));
}

/** Why it is refused; nothing where it is not. */
function reasonOf(attempt: () => unknown): readonly string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return [error.message];
  }
}

/** Reads single settings. */
interface SettingReader {
  readonly explicit: boolean;
  readonly read: Reader;
  /** Why there is no key, where an explicit provider names a variable for it that is not set. */
  readonly unsetKey: string | undefined;
}

function readerOf({ env, config }: Sources): SettingReader {
  const explicit = config("explicit") === "true";
  const given: Reader = (name) => {
    const fromEnv = explicit ? undefined : env[settingNames[name]];
    return nonEmpty(fromEnv) ?? nonEmpty(config(name));
  };
  const variable = explicit ? nonEmpty(config("apiKeyFrom")) : undefined;
  if (variable === undefined) return { explicit, read: given, unsetKey: undefined };
  if (given("apiKey") !== undefined)
    throw unusable("it has apiKey and apiKeyFrom. Leave one of them out");
  // By the name of an environment variable, so that no state has the key.
  const key = nonEmpty(env[variable]);
  const read: Reader = (name) => (name === "apiKey" ? key : given(name));
  const unset = `apiKeyFrom names ${variableText(variable)}, which is not set in the environment. Set it to the API key`;
  return { explicit, read, unsetKey: key === undefined ? unset : undefined };
}

function unusable(problem: string): HostingError {
  return new HostingError("settings", unusableText(problem));
}

function unusableText(problem: string): string {
  return `The Provider cannot be used: ${problem}. Nothing was sent.`;
}

/** Somebody may give the key in the place of a name. */
function variableText(name: string): string {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(name) ? name : "an environment variable";
}

/** @throws HostingError for a file elsewhere, unless the environment names it: a change of the stack's config alone writes nowhere else. */
function readFile(
  name: "embeddedFile" | "logRequests",
  read: Reader,
  { env, directory }: Sources,
): string | undefined {
  const [text, stated] = [read(name), nonEmpty(env[settingNames[name]])];
  if (text === undefined) return undefined;
  const file = resolve(directory, text);
  const isStated = stated !== undefined && resolve(directory, stated) === file;
  return isStated ? file : ownFile(name, file, directory);
}

function ownFile(name: "embeddedFile" | "logRequests", file: string, directory: string): string {
  const project = projectAbove(directory) ?? directory;
  if (isBelow(project, file)) return file;
  throw malformed(name, `must name a file below ${project}, or be set in the environment`);
}

function readBackend(reader: SettingReader, sources: Sources): Backend {
  const { read, unsetKey } = reader;
  const { directory } = sources;
  const named = read("backend");
  const pointsAtApi = accountNames.some((name) => read(name) !== undefined);
  const kind = named ?? (pointsAtApi ? "api" : undefined);
  switch (kind) {
    case "embedded":
      if (unsetKey !== undefined) throw unusable(unsetKey);
      return {
        kind,
        file:
          readFile("embeddedFile", read, sources) ??
          ownFile("embeddedFile", defaultFile(directory), directory),
        apiKey: embeddedKey(read("apiKey")),
      };
    case "api":
      return readAccount(reader, sources);
    case undefined:
      throw new HostingError(
        "settings",
        "No platform is chosen, so nothing was sent. Run `pulumi config set hosting:backend embedded` to try it locally, or `pulumi config set --secret hosting:apiKey` with hosting:baseUrl and hosting:apiBaseUrl to use an account.",
      );
    default:
      throw malformed("backend", `must be embedded or api, not ${told(kind)}`);
  }
}

/** A text that cannot be a key is ignored by the embedded platform, which needs no key. */
function embeddedKey(text: string | undefined): ApiKey | undefined {
  return ApiKey.isOne(text) ? new ApiKey(text, labelOf("apiKey")) : undefined;
}

/** @throws HostingError that names all settings an account lacks but a key alone, or an address that the environment has lost. */
function readAccount({ explicit, read, unsetKey }: SettingReader, { env }: Sources): Backend {
  const lost = (["baseUrl", "apiBaseUrl"] as const).find(
    (name) => env[settingNames[name]]?.trim() === "",
  );
  if (!explicit && lost !== undefined && nonEmpty(env[settingNames.apiKey]) !== undefined) {
    throw new HostingError(
      "settings",
      `${settingNames[lost]} is empty, and the key of the environment belongs with its address: nothing was sent. Give ${settingNames[lost]} its value, or unset it to use that of the stack's config.`,
    );
  }
  const baseUrl = read("baseUrl");
  const apiBaseUrl = read("apiBaseUrl");
  const apiKey = read("apiKey");
  const missing = accountNames.filter((name) => read(name) === undefined);
  if (baseUrl === undefined || apiBaseUrl === undefined)
    throw new HostingError("settings", lackingText(missing, explicit));
  return {
    kind: "api",
    baseUrl: parseOrigin(baseUrl, labelOf("baseUrl")),
    apiBaseUrl: parseOrigin(apiBaseUrl, labelOf("apiBaseUrl")),
    account: read("account") ?? "",
    apiKey:
      apiKey === undefined
        ? new MissingKey(
            unsetKey === undefined ? lackingText(missing, explicit) : unusableText(unsetKey),
          )
        : new ApiKey(apiKey, explicit ? "the Provider" : labelOf("apiKey")),
  };
}

function lackingText(names: readonly SettingName[], explicit: boolean): string {
  const list = new Intl.ListFormat("en-GB");
  const missing = explicit ? names : names.map(labelOf);
  const commands = names.map((name) => {
    const flag = name === "apiKey" ? "--secret " : "";
    return `\`pulumi config set ${flag}hosting:${name}\``;
  });
  const advice = explicit ? "Give the Provider what is missing" : `Run ${list.format(commands)}`;
  return `The api backend lacks ${list.format(missing)}, so nothing was sent. ${advice}.`;
}

/** The stated limit holds for accounts; the embedded platform has none unless one is set. */
function readRate(read: Reader, backend: Backend | undefined): number | undefined {
  const text = read("requestsPerMinute");
  const stated = limits.requestsPerMinute;
  if (text === undefined) return backend?.kind === "api" ? stated : undefined;
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1) {
    throw malformed(
      "requestsPerMinute",
      `must be a whole number from 1 to ${stated}, not ${told(text)}`,
    );
  }
  return Math.min(rate, stated);
}

function readMail(read: Reader): boolean {
  return readChoice(read, "mailEnabled", ["false", "true"]) === "true";
}

function readRoutes(read: Reader): Settings["assumedRoutes"] {
  return readChoice(read, "assumedRoutes", ["try", "never"]);
}

function readChoice<T extends string>(
  read: Reader,
  name: SettingName,
  choices: readonly [T, T],
): T {
  const text = read(name);
  const choice = text === undefined ? choices[0] : choices.find((known) => known === text);
  if (choice === undefined)
    throw malformed(name, `must be ${choices.join(" or ")}, not ${told(text)}`);
  return choice;
}

/** @throws Error for a field that is read as something else than the secret that it is: it would be kept in plain text. */
function refuseSecretField(name: AssumptionName, assumptions: Assumptions): void {
  const secret = "fields.bucketSecretKey";
  const names = [assumptions[secret], defaultAssumptions[secret]];
  const isIt = name !== secret && names.some((known) => known === assumptions[name]);
  if (isIt) throw new Error(`assumption "${name}" must not be the field of ${secret}`);
}

/** @throws Error for a word of what lives in the list of what is gone: a refresh would take live objects out of the state. */
function refuseLivingWord(assumptions: Assumptions): void {
  const lists = ["ready", "pending", "running", "stopped", "frozen", "invited"] as const;
  for (const list of lists) {
    const word = assumptions["words.deleted"].find((one) => isStatusOf([list], one, assumptions));
    if (word !== undefined)
      throw new Error(`"${word}" must not be in "words.deleted" and in "words.${list}"`);
  }
}

function readAssumptions(text: string | undefined): Assumptions {
  if (text === undefined) return defaultAssumptions;
  try {
    const assumptions = resolveAssumptions(parseObject(text));
    for (const name of assumptionNames()) {
      if (name.startsWith("routes.")) parseRoute(name, String(assumptions[name]));
      if (name.startsWith("fields.")) refuseSecretField(name, assumptions);
    }
    refuseLivingWord(assumptions);
    return assumptions;
  } catch (error) {
    const known = error instanceof Error && !(error instanceof SyntaxError);
    const reason = known ? error.message : "it is not JSON";
    throw malformed(
      "assumptions",
      `must be a JSON object of assumption names and values: ${reason}`,
    );
  }
}

/** The text may hold a password, so no error quotes it. */
function readDatabase(read: Reader): DatabaseUrl | undefined {
  const text = read("coordination");
  if (text === undefined) return undefined;
  if (DatabaseUrl.isOne(text)) return new DatabaseUrl(text);
  throw malformed(
    "coordination",
    "must be the address of a PostgreSQL database, like postgres://user:password@db.example:5432/name, with special characters of the password as %40",
  );
}

function readPrices(read: Reader): OwnPrices {
  const text = read("prices");
  try {
    return text === undefined ? {} : parsePrices(text, labelOf("prices"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new HostingError("settings", `Setting ${error.message} Nothing was sent.`);
  }
}

function parseObject(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new Error("it is no object");
}

/** `.hosting/platform.db` beside the nearest Pulumi.yaml at or above the program's directory. */
function defaultFile(directory: string): string {
  return resolve(projectAbove(directory) ?? directory, ".hosting", "platform.db");
}

function malformed(name: SettingName, problem: string): HostingError {
  return new HostingError("settings", `Setting ${labelOf(name)} ${problem}. Nothing was sent.`);
}

/** A key that was set in the place of another setting is not shown. */
function told(text = ""): string {
  return text.length < shortestKey ? `"${text}"` : `a text of ${text.length} characters`;
}

const shortestKey = 16;

function labelOf(name: SettingName): string {
  return `hosting:${name} (${settingNames[name]})`;
}

function listed(text: string | undefined): readonly string[] {
  const entries =
    unended(text)
      ?.split(",")
      .map((entry) => entry.trim()) ?? [];
  return entries.filter((entry) => entry !== "");
}

/** Copied from a message, it may have the full stop of its sentence. */
function unended(text: string | undefined): string | undefined {
  return nonEmpty(text?.replace(/[.;\s]+$/, ""));
}

function nonEmpty(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}
