import { suggestion } from "../../contract/values/nearest.ts";
import { answerTo } from "../connection/answers.ts";
import type { connect } from "../connection/connection.ts";
import { secretReader } from "../connection/secret-text.ts";
import { readSettings, type Settings, settingProblems } from "../connection/settings.ts";
import type { Definition, Reference } from "../definition/definition.ts";
import { type LookupDefinition, refuseArguments } from "../definition/lookup.ts";
import type { Props } from "../definition/session.ts";
import { type Display, once } from "../display.ts";
import { HostingError } from "../errors.ts";
import { takeInventory } from "../inventory/inventory.ts";
import { check } from "../lifecycle/check.ts";
import { create } from "../lifecycle/create/create.ts";
import { remove } from "../lifecycle/delete/delete.ts";
import { type Difference, diff } from "../lifecycle/diff.ts";
import { endRun } from "../lifecycle/end-run.ts";
import { type Failure, failuresOf } from "../lifecycle/failures.ts";
import type { Declared } from "../lifecycle/identity/declared.ts";
import { aboutOf, withArticle } from "../lifecycle/identity/subject.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import type { OperationName } from "../lifecycle/operation/timeouts.ts";
import { type ReadResult, read } from "../lifecycle/read.ts";
import { hidden } from "../lifecycle/record/state.ts";
import { update } from "../lifecycle/update.ts";
import {
  ifReadText,
  openSettingText,
  providerNames,
  type SecretSetting,
  settingNames,
} from "../setting-names.ts";
import { type Autonaming, autonamed } from "./autonaming.ts";
import { changesOf, type PropertyChange } from "./changes.ts";
import type { Component } from "./construct.ts";
import { declarationOf, stored } from "./declaration.ts";
import { importObject } from "./import.ts";
import { createPreview, updatePreview } from "./preview.ts";

/** The resources that the plugin manages; it knows no class by name. */
export interface Registry {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  readonly lookups: readonly LookupDefinition[];
  /** Components by their names; loaded once a program has one. */
  readonly components: () => Promise<ReadonlyMap<string, Component>>;
}

/** Further parts of a plugin process. */
export interface Surroundings {
  readonly display: Display;
  /** The declarations of this run's programs. */
  readonly declared: Declared;
  /** Aborted once the process is to end. */
  readonly stopping: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directory of the program. */
  readonly directory: string;
  /** Opens the platform that the settings name. */
  readonly connect: typeof connect;
}

/** A resource that a request is about. */
export interface Subject {
  readonly definition: Definition;
  /** The lifecycle's key for the declaration. */
  readonly declared: Props;
}

/** An object and its declaration, as requests and answers have them. */
interface Stored {
  readonly id: string;
  readonly state: Props;
}

/** The answer of a comparison to the engine, with each property that differs by its path. */
export interface Compared extends Difference {
  readonly properties: ReadonlyMap<string, PropertyChange>;
}

/**
 * The provider for the engine's own protocol: the second door to the lifecycle, in plain values. Which
 * resource it is comes with each request, so nothing of that is stored.
 */
export class Plugin {
  readonly #registry: Registry;
  readonly #surroundings: Surroundings;
  /** Rows by the URNs that the lifecycle knows. */
  readonly #rows = new Map<string, string>();
  readonly #display: Display;
  #config: Config | undefined;
  #settings: Settings | undefined;
  #context: Promise<Context> | undefined;
  #connected: Context | undefined;

  constructor(registry: Registry, surroundings: Surroundings) {
    this.#registry = registry;
    this.#surroundings = surroundings;
    this.#display = once((message) => {
      const { about } = message;
      const row = this.#rows.get(about?.urn ?? "");
      surroundings.display(
        about === undefined ? message : { ...message, about: { ...about, urn: row } },
      );
    });
  }

  /** All that is wrong with the settings of a provider, at once; `open` are secret ones that are in plain text. */
  checkConfig(config: Config, open: readonly SecretSetting[]): readonly Failure[] {
    for (const name of open) {
      const text = config.isExplicit ? openArgumentText(name) : openSettingText(name);
      this.#display({ kind: "warning", text });
    }
    const problems = [...straySettings(config), ...settingProblems(this.#sources(config))];
    return failuresOf(problems, config.values);
  }

  configure(config: Config): void {
    this.#config = config;
  }

  /** The resource of a request. @throws HostingError for a class that this version does not know. */
  subjectOf(urn: string): Subject {
    const { definitions } = this.#registry;
    const { type, props } = declarationOf(urn, (one) => definitions.has(one));
    this.#rows.set(String(props[hidden.urn]), urn);
    return { definition: this.#definitionOf(type), declared: props };
  }

  async check(
    urn: string,
    given: { olds: Props; news: Props; autonaming?: Autonaming | undefined },
  ): Promise<{ readonly inputs: Props; readonly failures: readonly Failure[] }> {
    const { definition, declared } = this.subjectOf(urn);
    const isNew = Object.keys(given.olds).length === 0;
    const oldInputs = isNew ? {} : { ...stored(given.olds), ...declared };
    const inputs = { ...stored(given.news), ...declared };
    try {
      const { mailEnabled, removableOwners } = this.#readSettings();
      const readSecret = secretReader(this.#surroundings);
      const settings = { mailEnabled, readSecret, removableOwners };
      const known = { ...settings, now: Date.now(), declared: this.#surroundings.declared };
      const naming = { autonaming: given.autonaming, declaration: declarationOf(urn, () => true) };
      const named = autonamed(definition, { inputs, oldInputs }, naming);
      const result = check(definition, known, { oldInputs, inputs: named });
      const about = aboutOf(definition, inputs);
      const failures = failuresOf(result.problems, named, { display: this.#display, about });
      return { inputs: stored(result.inputs), failures };
    } catch (error) {
      if (!HostingError.isInstance(error)) throw error;
      return { inputs: given.news, failures: [{ reason: error.message, property: "" }] };
    }
  }

  async diff(urn: string, { id, olds, news }: Compare): Promise<Compared> {
    const { definition, declared } = this.subjectOf(urn);
    const [state, inputs] = [olds, news].map((props) => ({ ...stored(props), ...declared }));
    const work = { id, state: state ?? {}, inputs: inputs ?? {} };
    const difference = await diff(await this.#connect(), definition, work);
    const { changes, replaces } = difference;
    const properties = changes === false ? new Map() : changesOf(definition, { ...work, replaces });
    return { ...difference, properties };
  }

  /** Sends nothing: the outputs known before the object exists. */
  previewCreate(urn: string, inputs: Props): Props {
    return createPreview(this.subjectOf(urn).definition, inputs);
  }

  async create(urn: string, inputs: Props, timeout: number): Promise<Stored> {
    const { definition, declared } = this.subjectOf(urn);
    const props = { ...stored(inputs), ...declared, ...timeFor("create", timeout) };
    return outOf(await create(await this.#connect(), definition, props));
  }

  /** The object again for a refresh; for the first time for an import, and for what this stack does not manage. */
  async read(urn: string, work: Read): Promise<ReadResult> {
    const { definition, declared } = this.subjectOf(urn);
    const context = await this.#connect();
    const { id, timeout } = work;
    const time = timeFor("read", timeout);
    if (work.is === "import") {
      const target = { id, props: { ...declared, ...time } };
      return resultOf(await importObject(context, definition, target));
    }
    const lookup = work.is === "get" ? { [hidden.lookup]: true } : {};
    const props = { ...stored(work.state), ...declared, ...time, ...lookup };
    return resultOf(await read(context, definition, { id, props }));
  }

  /** Sends nothing: what is known of the object after an update. */
  previewUpdate(urn: string, { olds, news }: Omit<Compare, "id">): Props {
    return updatePreview(this.subjectOf(urn).definition, { state: stored(olds), inputs: news });
  }

  async update(urn: string, { id, olds, news }: Compare, timeout: number): Promise<Props> {
    const { definition, declared } = this.subjectOf(urn);
    const time = timeFor("update", timeout);
    const [state, inputs] = [olds, news].map((props) => ({ ...stored(props), ...declared }));
    const work = { id, state: state ?? {}, inputs: { ...inputs, ...time } };
    return stored(await update(await this.#connect(), definition, work));
  }

  async delete(urn: string, { id, state }: Stored, timeout: number): Promise<void> {
    const { definition, declared } = this.subjectOf(urn);
    const props = { ...stored(state), ...declared, ...timeFor("delete", timeout) };
    await remove(await this.#connect(), definition, { id, state: props });
  }

  /** Every object of a class that the key can see. @throws HostingError where nothing lists them, or a list is cut short. */
  async list(type: string): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const definition = this.#definitionOf(type);
    const { references } = this.#registry;
    const search = { definitions: [definition], references, wanted: [], places: [], tell() {} };
    const { found, lists } = await takeInventory(await this.#connect(), search);
    const own = lists.filter(({ kind }) => kind === definition.kind);
    const broken = own.find(({ is }) => is !== "whole");
    if (broken !== undefined || own.length === 0) throw notListed(definition, broken);
    return found.flatMap(({ id, observed: { name } }) =>
      id === undefined ? [] : [{ id, name: typeof name === "string" ? name : id }],
    );
  }

  async invoke(token: string, args: Props): Promise<Props> {
    const lookup = this.#registry.lookups.find(({ area, name }) => token === `${area}:${name}`);
    if (lookup === undefined) throw new HostingError("input", `${unknown(token)}.`);
    refuseArguments(lookup, args);
    const context = await this.#connect();
    const { missingKey } = context;
    if (missingKey === undefined) return answerTo(context, { ...lookup, args });
    throw missingKey.reworded(
      `${lookup.name} asked for nothing: a lookup needs the key in a preview, too. ${missingKey.message}`,
    );
  }

  /** The component of a token. @throws HostingError for one that this version does not know. */
  async componentOf(token: string): Promise<Component> {
    const components = await this.#registry.components();
    const component = components.get(token.replace(/^components:/, ""));
    if (component !== undefined) return component;
    throw new HostingError("settings", `${unknown(token)}.`);
  }

  /** Shows the closing messages when the engine ends a run; true when there was one. */
  async endRun(): Promise<boolean> {
    return this.#connected !== undefined && (await endRun(this.#connected));
  }

  #definitionOf(type: string): Definition {
    const definition = this.#registry.definitions.get(type);
    if (definition !== undefined) return definition;
    throw new HostingError(
      "settings",
      `${unknown(type)}. Install the version that made it, or a newer one.`,
    );
  }

  #sources({ values, isExplicit }: Config) {
    const { env, directory } = this.#surroundings;
    const config = (name: string) =>
      name === "explicit" ? String(isExplicit) : asText(values[name]);
    return { env, directory, config };
  }

  /** Read when first needed: a check alone needs no platform. */
  #readSettings(): Settings {
    this.#settings ??= readSettings(this.#sources(this.#config ?? nothing));
    return this.#settings;
  }

  async #connect(): Promise<Context> {
    const { connect: open, stopping, declared } = this.#surroundings;
    const given = { stopping, display: this.#display, declared };
    this.#context ??= open(this.#readSettings(), given);
    this.#connected = await this.#context;
    return this.#connected;
  }
}

/** The inputs of a provider. */
export interface Config {
  readonly values: Props;
  /** True for one that a program makes: the environment never overrides its arguments. */
  readonly isExplicit: boolean;
  /** A project named like the package has its own keys there. */
  readonly project: string;
}

const nothing: Config = { values: {}, isExplicit: false, project: "" };

interface Compare {
  readonly id: string;
  readonly olds: Props;
  readonly news: Props;
}

interface Read extends Stored {
  readonly is: "import" | "get" | "refresh";
  readonly timeout: number;
}

/** Keys that the engine adds to a provider's arguments. */
const engineKeys: readonly string[] = ["version", "pluginDownloadURL", "pluginChecksums"];

function straySettings({ values, isExplicit, project }: Config) {
  if (!isExplicit && project === "hosting") return [];
  const known = isExplicit ? providerNames : Object.keys(settingNames);
  return Object.keys(values)
    .filter((name) => !name.startsWith("__"))
    .filter((name) => !engineKeys.includes(name) && !known.includes(name))
    .map((name) => ({ reason: `hosting:${name} is no setting; ${suggestion(name, known)}` }));
}

/** The state keeps it encrypted all the same. */
function openArgumentText(name: SecretSetting): string {
  const besides = name === "apiKey" ? ", or name an environment variable by apiKeyFrom" : "";
  return `${name} of a provider is in plain text in the program. Take it from a secret of the config (\`pulumi config set --secret\`)${besides}; ${ifReadText(name)}`;
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `customTimeouts` of the resource, which the engine sends with each request; in seconds, 0 for none. */
function timeFor(operation: OperationName, timeout: number): Props {
  return timeout > 0 ? { [hidden.timeouts]: { [operation]: timeout } } : {};
}

function outOf({ id, state }: Stored): Stored {
  return { id, state: stored(state) };
}

function resultOf({ id, state, inputs }: ReadResult): ReadResult {
  return { id, state: stored(state), inputs: stored(inputs) };
}

function unknown(name: string): string {
  return `This version of pulumi-hosting does not know ${name}`;
}

function notListed({ noun }: Definition, list: { is: string; why?: string } | undefined) {
  const why =
    list?.is === "part"
      ? "the platform answered a part of its list, and nothing shows how to get the rest"
      : (list?.why ?? `the platform offers no list that has ${withArticle(noun)}`);
  return new HostingError("gap", `No ${noun} was listed: ${why}.`);
}
