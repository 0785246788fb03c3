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
  coordination: "HOSTING_COORDINATION",
  prices: "HOSTING_PRICES",
} as const;

/** Settings of a stack only: an estimate adds up the stack, whichever account a resource is in. */
const stackNames = ["prices"] as const;

/** The settings that an explicit `Provider` has as well. */
export const providerNames: readonly string[] = Object.keys(settingNames).filter(
  (name) => !stackNames.some((one) => one === name),
);

/** Settings of an explicit `Provider` only: the name of an environment variable is no setting of a stack. */
export const explicitNames = ["apiKeyFrom"] as const;

/** Settings that a config should encrypt. */
export const secretSettings = ["apiKey", "coordination"] as const;

export type SecretSetting = (typeof secretSettings)[number];

const replaced: Readonly<Record<SecretSetting, string>> = {
  apiKey: "make a new key in the console first",
  coordination: "change the password of the database's user first",
};

/** The end of a message about one in plain text. */
export function ifReadText(name: SecretSetting): string {
  return `if others could read it, ${replaced[name]}.`;
}

/** Said of one that is not encrypted. */
export function openSettingText(name: SecretSetting): string {
  return `hosting:${name} is stored in plain text. Run \`pulumi config set --secret hosting:${name}\` to encrypt it; ${ifReadText(name)}`;
}

export type SettingName = keyof typeof settingNames;
