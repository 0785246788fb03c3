import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../../contract/values/nearest.ts";
import { openSettingText, secretSettings, settingNames } from "../setting-names.ts";

/** The stack's config as a program sees it. */
export interface StackConfig {
  readonly project: string;
  /** Values by keys like `hosting:backend`. */
  readonly values: Readonly<Record<string, string>>;
  /** Keys whose values are stored encrypted; undefined where nobody tells. */
  readonly secretKeys: readonly string[] | undefined;
}

const warned = new Set<string>();

/**
 * Warns of mistakes in the stack's config, once for each stack. The program does it, because the
 * provider process learns neither the keys nor which of them are secret.
 *
 * @throws RunError for the key that makes a stack's config look like an explicit provider.
 */
export function warnOfConfig(): void {
  // The provider process takes it for an explicit provider's: this config would decide which host gets a key of the environment.
  if (pulumi.runtime.getConfig("hosting:explicit") !== undefined) {
    throw new pulumi.RunError(explicitText);
  }
  const project = pulumi.getProject();
  const stack = `${project}/${pulumi.getStack()}`;
  if (warned.has(stack)) return;
  warned.add(stack);
  const values = pulumi.runtime.allConfig();
  for (const warning of configWarnings({ project, values, secretKeys: secretKeys() })) {
    void pulumi.log.warn(warning);
  }
}

/** Misspelt keys of a config, and values that should be encrypted and are not. */
export function configWarnings({ project, values, secretKeys }: StackConfig): readonly string[] {
  const names = Object.keys(values)
    .filter((key) => key.startsWith("hosting:"))
    .map((key) => key.slice("hosting:".length));
  const strays = names
    .filter((name) => !Object.hasOwn(settingNames, name))
    .flatMap((name) => strayText(name, project) ?? []);
  const autonaming = isAutonamed(values["pulumi:autonaming"]) ? [autonamingText] : [];
  const open = secretSettings.filter(
    (name) => names.includes(name) && secretKeys?.includes(`hosting:${name}`) === false,
  );
  return [...strays, ...open.map(openSettingText), ...autonaming];
}

const autonamingText =
  "pulumi:autonaming is not applied to resources of pulumi-hosting: after a crash, the next run has to ask for the same name. Set the input `name` where another one is wanted.";

/** True where it asks for names of resources of this package, and not of other providers' alone. */
function isAutonamed(text: string | undefined): boolean {
  const given = parsed(text);
  if (given === undefined) return false;
  const { mode = "default", pattern, providers } = given;
  const isOurs = ["pulumi-nodejs", "hosting"].some((name) =>
    Object.hasOwn(Object(providers), name),
  );
  return mode !== "default" || pattern !== undefined || isOurs;
}

interface Autonaming {
  readonly mode?: unknown;
  readonly pattern?: unknown;
  readonly providers?: unknown;
}

/** The engine itself refuses what is not JSON. */
function parsed(text: string | undefined): Autonaming | undefined {
  if (text === undefined) return undefined;
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const explicitText =
  "hosting:explicit is no setting, and with it the HOSTING_… variables would be ignored: nothing was sent. Run `pulumi config rm hosting:explicit`.";

const keyFromText =
  "hosting:apiKeyFrom is no setting of a stack, but an argument of `new hosting.Provider`. For the stack, set HOSTING_API_KEY itself.";

/** The config of a project that is itself named `hosting` also has the project's keys there, of any name. */
function strayText(name: string, project: string): string | undefined {
  if (project === "hosting") return undefined;
  if (name === "apiKeyFrom") return keyFromText;
  const known = Object.keys(settingNames);
  const near = nearest(name, known);
  if (near !== undefined) return `hosting:${name} is no setting; did you mean hosting:${near}?`;
  return `hosting:${name} is no setting, so it does nothing; known: ${known.join(", ")}`;
}

/** As Pulumi's language host tells it to programs. */
function secretKeys(): readonly string[] | undefined {
  const told = process.env["PULUMI_CONFIG_SECRET_KEYS"];
  const keys: unknown = told === undefined || told === "" ? undefined : JSON.parse(told);
  return Array.isArray(keys) ? keys.map(String) : undefined;
}
