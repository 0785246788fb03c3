import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  resolveAssumptions,
} from "../../contract/assumptions.ts";
import { limits } from "../../contract/limits.ts";
import { parseRoute } from "../../contract/routes.ts";
import { HostingError } from "../errors.ts";
import { ApiKey } from "../http/wire/api-key.ts";
import { parseOrigin } from "../http/wire/origin.ts";

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
  /** Ids of objects whose deletion in the console is the user's word. */
  readonly deletedByHand: readonly string[];
  /** Tokens of creates of unknown outcome that made nothing, as a look in the console showed. */
  readonly forgetUnresolved: readonly string[];
  /** Addresses of owners who may be removed from their projects. */
  readonly removableOwners: readonly string[];
  /** File for one JSON line per attempt. */
  readonly logRequests: string | undefined;
}

/** Where requests go. */
export type Backend =
  /** Without a key of its own the embedded platform's root key is used. */
  | { readonly kind: "embedded"; readonly file: string; readonly apiKey: ApiKey | undefined }
  | {
      readonly kind: "api";
      readonly baseUrl: string;
      readonly apiBaseUrl: string;
      readonly account: string;
      readonly apiKey: ApiKey;
    };

/** Where settings come from: the environment, the stack's or explicit provider's values, the directory. */
export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Value of `hosting:<name>` in the stack config or the explicit provider's arguments. */
  readonly config: (name: string) => string | undefined;
  readonly directory: string;
}

/** Every setting: its name in config and `Provider` arguments, and its environment variable. */
export const settingNames = {
  backend: "HOSTING_BACKEND",
  apiKey: "HOSTING_API_KEY",
  apiKeyId: "HOSTING_API_KEY_ID",
  baseUrl: "HOSTING_BASE_URL",
  apiBaseUrl: "HOSTING_API_BASE_URL",
  account: "HOSTING_ACCOUNT",
  requestsPerMinute: "HOSTING_REQUESTS_PER_MINUTE",
  mailEnabled: "HOSTING_MAIL_ENABLED",
  assumedRoutes: "HOSTING_ASSUMED_ROUTES",
  assumptions: "HOSTING_ASSUMPTIONS",
  embeddedFile: "HOSTING_EMBEDDED_FILE",
  logRequests: "HOSTING_LOG_REQUESTS",
} as const;

type SettingName = keyof typeof settingNames;
type Reader = (name: SettingName) => string | undefined;

/**
 * Reads and checks all settings. An explicit provider's arguments win and the environment never
 * overrides them; else environment, then stack config, then default.
 *
 * @throws HostingError with code `settings`: the first setting that is missing or malformed.
 */
export function readSettings(sources: Sources): Settings {
  const explicit = sources.config("explicit") === "true";
  const read: Reader = (name) => {
    const fromEnv = explicit ? undefined : sources.env[settingNames[name]];
    return nonEmpty(fromEnv) ?? nonEmpty(sources.config(name));
  };
  const backend = readBackend(read, sources.directory);
  return {
    backend,
    apiKeyId: read("apiKeyId"),
    requestsPerMinute: readRate(read, backend),
    mailEnabled: readChoice(read, "mailEnabled", ["false", "true"]) === "true",
    assumedRoutes: readChoice(read, "assumedRoutes", ["try", "never"]),
    assumptions: readAssumptions(read("assumptions")),
    acceptWorld: nonEmpty(sources.env["HOSTING_ACCEPT_WORLD"]),
    deletedByHand: listed(sources.env["HOSTING_DELETED_BY_HAND"]),
    forgetUnresolved: listed(sources.env["HOSTING_FORGET_UNRESOLVED"]),
    removableOwners: listed(sources.env["HOSTING_ALLOW_OWNER_REMOVAL"]),
    logRequests: read("logRequests"),
  };
}

function readBackend(read: Reader, directory: string): Backend {
  const named = read("backend");
  const pointsAtApi = ["apiKey", "baseUrl", "apiBaseUrl"] as const;
  const kind = named ?? (pointsAtApi.some((name) => read(name) !== undefined) ? "api" : undefined);
  switch (kind) {
    case "embedded":
      return {
        kind,
        file: resolve(directory, read("embeddedFile") ?? defaultFile(directory)),
        apiKey: optionalKey(read("apiKey")),
      };
    case "api":
      return {
        kind,
        baseUrl: parseOrigin(required(read, "baseUrl"), labelOf("baseUrl")),
        apiBaseUrl: parseOrigin(required(read, "apiBaseUrl"), labelOf("apiBaseUrl")),
        account: read("account") ?? "",
        apiKey: new ApiKey(required(read, "apiKey"), labelOf("apiKey")),
      };
    case undefined:
      throw new HostingError(
        "settings",
        "No platform is chosen, so nothing was sent. Run `pulumi config set hosting:backend embedded` to try it locally, or `pulumi config set --secret hosting:apiKey` with hosting:baseUrl and hosting:apiBaseUrl to use an account.",
      );
    default:
      throw malformed("backend", `must be embedded or api, not "${kind}"`);
  }
}

function optionalKey(text: string | undefined): ApiKey | undefined {
  return text === undefined ? undefined : new ApiKey(text, labelOf("apiKey"));
}

function required(read: Reader, name: SettingName): string {
  const value = read(name);
  if (value !== undefined) return value;
  const flag = name === "apiKey" ? "--secret " : "";
  throw malformed(
    name,
    `is required for the api backend; run \`pulumi config set ${flag}hosting:${name}\``,
  );
}

/** The stated limit holds for accounts; the embedded platform has none unless one is set. */
function readRate(read: Reader, backend: Backend): number | undefined {
  const text = read("requestsPerMinute");
  const stated = limits.requestsPerMinute;
  if (text === undefined) return backend.kind === "api" ? stated : undefined;
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1) {
    throw malformed(
      "requestsPerMinute",
      `must be a whole number from 1 to ${stated}, not "${text}"`,
    );
  }
  return Math.min(rate, stated);
}

function readChoice<T extends string>(
  read: Reader,
  name: SettingName,
  choices: readonly [T, T],
): T {
  const text = read(name);
  const choice = text === undefined ? choices[0] : choices.find((known) => known === text);
  if (choice === undefined) throw malformed(name, `must be ${choices.join(" or ")}, not "${text}"`);
  return choice;
}

function readAssumptions(text: string | undefined): Assumptions {
  if (text === undefined) return defaultAssumptions;
  try {
    const assumptions = resolveAssumptions(parseObject(text));
    for (const name of assumptionNames()) {
      if (name.startsWith("routes.")) parseRoute(name, String(assumptions[name]));
    }
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

function parseObject(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new Error("it is no object");
}

/** `.hosting/platform.db` beside the nearest Pulumi.yaml at or above the program's directory. */
function defaultFile(directory: string): string {
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, "Pulumi.yaml"))) return join(at, ".hosting", "platform.db");
    if (dirname(at) === at) return join(directory, ".hosting", "platform.db");
  }
}

function malformed(name: SettingName, problem: string): HostingError {
  return new HostingError("settings", `Setting ${labelOf(name)} ${problem}. Nothing was sent.`);
}

function labelOf(name: SettingName): string {
  return `hosting:${name} (${settingNames[name]})`;
}

function listed(text: string | undefined): readonly string[] {
  return (nonEmpty(text)?.split(",") ?? []).map((entry) => entry.trim());
}

function nonEmpty(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}
