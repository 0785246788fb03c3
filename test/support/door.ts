import { parseDuration } from "../../contract/values/time.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { PartialFailure } from "../../provider/errors.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { type Difference, diff } from "../../provider/lifecycle/diff.ts";
import { type Failure, failuresOf } from "../../provider/lifecycle/failures.ts";
import { aboutOf } from "../../provider/lifecycle/identity/subject.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import type { OperationName } from "../../provider/lifecycle/operation/timeouts.ts";
import { type ReadResult, read } from "../../provider/lifecycle/read.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import { update } from "../../provider/lifecycle/update.ts";
import { stored } from "../../provider/plugin/declaration.ts";
import { Plugin } from "../../provider/plugin/plugin.ts";
import { definitions, references } from "../../resources/_registry.ts";

/** An object as the engine has it. */
export interface Held {
  readonly id: string;
  readonly state: Props;
  /** Its place in the program, where an alias may have changed it since the state was stored. */
  readonly urn?: string;
}

/** The operations on objects of a class; inputs and states are those of dynamic resources. */
export interface Door {
  check(given: { readonly oldInputs: Props; readonly inputs: Props }): Promise<{
    readonly inputs: Props;
    readonly failures: readonly Failure[];
  }>;
  create(inputs: Props): Promise<Held>;
  diff(object: Held, inputs: Props): Promise<Difference>;
  read(object: Held): Promise<ReadResult>;
  update(object: Held, inputs: Props): Promise<Props>;
  remove(object: Held): Promise<void>;
}

/** True where suites of both doors go through the plugin; a project of vitest sets it. */
export const isPlugin = process.env["TEST_DOOR"] === "plugin";

/** The door to the lifecycle that a suite goes through. */
export function doorTo(context: Context, definition: Definition): Door {
  return isPlugin ? pluginDoor(context, definition) : directDoor(context, definition);
}

function directDoor(context: Context, definition: Definition): Door {
  return {
    async check(given) {
      const { declared, clock } = context;
      const settings = { mailEnabled: false, now: clock.now(), declared };
      const { inputs, problems } = check(definition, settings, given);
      const screen = { display: context.display, about: aboutOf(definition, given.inputs) };
      return { inputs, failures: failuresOf(problems, given.inputs, screen) };
    },
    create: (inputs) => create(context, definition, inputs),
    diff: (object, inputs) => diff(context, definition, { ...object, inputs }),
    read: ({ id, state: props }) => read(context, definition, { id, props }),
    update: (object, inputs) => update(context, definition, { ...object, inputs }),
    remove: (object) => remove(context, definition, object),
  };
}

/** The same by way of the plugin: what its requests say is taken out, and put back into what it answers. */
function pluginDoor(context: Context, definition: Definition): Door {
  const plugin = new Plugin(
    {
      definitions: new Map([...definitions, [definition.type, definition]]),
      references,
      lookups: [],
      components: async () => new Map(),
    },
    {
      display: context.display,
      declared: context.declared,
      stopping: context.stopping,
      env: { HOSTING_BACKEND: "embedded" },
      directory: "/nowhere",
      connect: async (_settings, { display = context.display } = {}) => ({ ...context, display }),
    },
  );
  const urnOf = (props: Props, urn = props[hidden.urn]) => nativeUrn(definition, props, urn);
  return {
    async check({ oldInputs, inputs }) {
      const given = { olds: stored(oldInputs), news: stored(inputs) };
      const result = await plugin.check(urnOf(inputs), given);
      return { ...result, inputs: { ...result.inputs, ...said(inputs) } };
    },
    async create(inputs) {
      const time = secondsFor("create", inputs);
      const work = () => plugin.create(urnOf(inputs), stored(inputs), time);
      const { id, state } = await saidInFailure(inputs, work);
      return { id, state: { ...state, ...said(inputs) } };
    },
    diff: ({ id, state }, inputs) =>
      plugin.diff(urnOf(inputs), { id, olds: stored(state), news: stored(inputs) }),
    async read({ id, state, urn }) {
      const is = state[hidden.lookup] === true ? "get" : "refresh";
      const work = { id, state: stored(state), is, timeout: secondsFor("read", state) } as const;
      const result = await plugin.read(urnOf(state, urn), work);
      if (result.id === "") return result;
      const more = said(state);
      const inputs = { ...result.inputs, ...more };
      return { ...result, inputs, state: { ...result.state, ...more } };
    },
    async update({ id, state }, inputs) {
      const given = { id, olds: stored(state), news: stored(inputs) };
      const work = () => plugin.update(urnOf(inputs), given, secondsFor("update", inputs));
      return { ...(await saidInFailure(inputs, work)), ...said(inputs) };
    },
    remove: ({ id, state, urn }) =>
      plugin.delete(urnOf(state, urn), { id, state: stored(state) }, secondsFor("delete", state)),
  };
}

/** The facts that each request contains of a resource, as a dynamic one passes them. */
function said(props: Props): Props {
  const kept = stored(props);
  return Object.fromEntries(Object.entries(props).filter(([name]) => !Object.hasOwn(kept, name)));
}

async function saidInFailure<T>(inputs: Props, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const properties = { ...stored(error.properties), ...said(inputs) };
    throw new PartialFailure(error, error.id, properties);
  }
}

function nativeUrn({ type }: Definition, props: Props, urn: unknown): string {
  if (typeof urn === "string") return urn.replaceAll("pulumi-nodejs:dynamic/hosting/", "hosting:");
  const { project = "shop", stack = "dev", name = "main" } = Object(props[hidden.identity]);
  return `urn:pulumi:${stack}::${project}::hosting:${type}::${name}`;
}

/** `customTimeouts` in seconds, as the engine sends them; 0 for none. */
function secondsFor(operation: OperationName, props: Props): number {
  const { [operation]: given = 0 } = Object(props[hidden.timeouts]);
  return (parseDuration(given) ?? 0) / 1000;
}
