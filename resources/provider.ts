import * as pulumi from "@pulumi/pulumi";
import { isMisread, misreadProblem } from "../contract/values/misread.ts";
import { suggestion } from "../contract/values/nearest.ts";
import { native } from "../provider/definition/native.ts";
import { explicitNames, providerNames } from "../provider/setting-names.ts";

/** Settings of one account or embedded platform; see the README for each of them. */
export interface ProviderArgs {
  /** `embedded` runs a local platform in a file; `api` talks to an account. */
  backend?: pulumi.Input<"embedded" | "api"> | undefined;
  /** Bearer key of the account; kept as a secret. */
  apiKey?: pulumi.Input<string> | undefined;
  /** Name of the environment variable that holds the key, in the place of `apiKey`: then no state has it. */
  apiKeyFrom?: pulumi.Input<string> | undefined;
  /** Id of that key (`key_…`), if known. */
  apiKeyId?: pulumi.Input<string> | undefined;
  /** Console host, for `/api/v1` and `/api/v2`; https, or http on loopback. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** Second host, for `/v1`; https, or http on loopback. */
  apiBaseUrl?: pulumi.Input<string> | undefined;
  /** Free word that tells two accounts on one host apart. */
  account?: pulumi.Input<string> | undefined;
  /** Requests per minute for `/api/v1`; 60 unless lowered. */
  requestsPerMinute?: pulumi.Input<number> | undefined;
  /** Whether support has enabled mail, so that port 25 may be forwarded to. */
  mailEnabled?: pulumi.Input<boolean> | undefined;
  /** Whether routes that the platform's specification does not show may be tried. */
  assumedRoutes?: pulumi.Input<"try" | "never"> | undefined;
  /** Values for what the specification does not show, by assumption name. */
  assumptions?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /** File of the embedded platform. */
  embeddedFile?: pulumi.Input<string> | undefined;
  /** File for one JSON line per request. */
  logRequests?: pulumi.Input<string> | undefined;
  /** Address of a PostgreSQL database (`postgres://…`) by which several machines share the rate limit and the journal; kept as a secret. */
  coordination?: pulumi.Input<string> | undefined;
}

/**
 * An explicit provider instance: a separate process with its own settings, which the environment
 * and the stack's config never override. Give it to resources with `provider`.
 */
export class Provider extends pulumi.ProviderResource {
  /** Its settings, for lookups, which run in the program's own process. */
  readonly settings: pulumi.Output<Readonly<Record<string, string>>>;

  /** @throws RunError for a setting that does not exist, and for a text that an output was written into. */
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    refuseMisread(name, args);
    const settings = { ...settingsOf(args), "hosting:explicit": "true" };
    const isNative = native() !== undefined;
    super(
      isNative ? "hosting" : "pulumi-nodejs",
      name,
      isNative ? ownNames(settings) : settings,
      opts,
    );
    this.settings = pulumi.all(settings);
  }
}

function refuseUnknown(name: string, args: unknown): void {
  if (typeof args !== "object" || args === null) {
    throw new pulumi.RunError(
      `The arguments of Provider "${name}" must be an object like { backend: "api", … }.`,
    );
  }
  const known = [...providerNames, ...explicitNames];
  const extra = Object.keys(args).find((given) => !known.includes(given));
  if (extra === undefined) return;
  throw new pulumi.RunError(
    `Provider "${name}" has no setting ${extra}; ${suggestion(extra, known)}`,
  );
}

/** A resource made with such a setting would keep it in its state. */
function refuseMisread(name: string, args: ProviderArgs): void {
  const found = Object.entries(args).find(
    ([, value]) => typeof value === "string" && isMisread(value),
  );
  if (found === undefined) return;
  throw new pulumi.RunError(`Provider "${name}" was not made: ${found[0]} ${misreadProblem}.`);
}

function settingsOf(args: ProviderArgs): Record<string, pulumi.Input<string>> {
  const { apiKey, coordination, ...rest } = args;
  const plain = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`hosting:${name}`, pulumi.output(value).apply(asText)]);
  const secrets = Object.entries({ apiKey, coordination })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`hosting:${name}`, pulumi.secret(value)]);
  return Object.fromEntries([...plain, ...secrets]);
}

/** The plugin's settings have no prefix, and each instance of it is a process with settings of its own. */
function ownNames(
  settings: Record<string, pulumi.Input<string>>,
): Record<string, pulumi.Input<string>> {
  const named = Object.entries(settings).filter(([key]) => key !== "hosting:explicit");
  return Object.fromEntries(named.map(([key, value]) => [key.replace("hosting:", ""), value]));
}

/** Provider inputs are texts on the engine's side, as in the stack's config. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
