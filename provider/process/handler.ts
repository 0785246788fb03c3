import { connect } from "../connection/connection.ts";
import { secretReader } from "../connection/secret-text.ts";
import { readSettings, type Settings } from "../connection/settings.ts";
import type { Definition, Problem } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { type Display, once } from "../display.ts";
import { asHostingError, HostingError, PartialFailure } from "../errors.ts";
import { check } from "../lifecycle/check.ts";
import { create } from "../lifecycle/create/create.ts";
import { remove } from "../lifecycle/delete/delete.ts";
import { diff } from "../lifecycle/diff.ts";
import { endRun } from "../lifecycle/end-run.ts";
import { failuresOf } from "../lifecycle/failures.ts";
import { Declared } from "../lifecycle/identity/declared.ts";
import { aboutOf, urnOf } from "../lifecycle/identity/subject.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { read } from "../lifecycle/read.ts";
import { hidden } from "../lifecycle/record/state.ts";
import { update } from "../lifecycle/update.ts";
import { Shutdown } from "../shutdown.ts";
import { Copies } from "./copies.ts";
import { withHiddenMarks } from "./marks.ts";
import { plain } from "./plain.ts";
import { watchedShutdown } from "./process-end.ts";
import { printing, type Screen, screenAt } from "./screen.ts";

/** The calls of Pulumi's provider host; the shapes are its dynamic-provider protocol. */
export interface Handler {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Props, news: Props): Promise<unknown>;
  diff(id: string, olds: Props, news: Props): Promise<unknown>;
  create(inputs: Props): Promise<unknown>;
  read(id: string, props: Props): Promise<unknown>;
  update(id: string, olds: Props, news: Props): Promise<unknown>;
  delete(id: string, props: Props): Promise<void>;
}

interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** State of the provider process; one for all copies of this package that a program loads. */
interface Process {
  config: ConfigureRequest["config"] | undefined;
  settings: Settings | undefined;
  context: Promise<Context> | undefined;
  /** What `context` resolves with, once it has. */
  connected: Context | undefined;
  readonly declared: Declared;
  readonly shutdown: Shutdown;
  readonly screen: Screen;
  readonly display: Display;
  readonly copies: Copies | undefined;
}

const [, script = "", address = ""] = process.argv;
const isProvider = script.includes("dynamic-provider");
const processKey = Symbol.for("pulumi-hosting.process.v1");
const existing: Process | undefined = Reflect.get(globalThis, processKey);
const shared: Process = existing ?? newProcess();
Reflect.set(globalThis, processKey, shared);

/** Only Pulumi's provider process is ours to end, and only it was given the engine's address. */
function newProcess(): Process {
  const screen = isProvider ? screenAt(address) : printing;
  return {
    config: undefined,
    settings: undefined,
    context: undefined,
    connected: undefined,
    declared: new Declared(),
    shutdown: isProvider ? watchedShutdown(lastWord) : new Shutdown({ after() {}, exit() {} }),
    screen,
    display: once(screen.display),
    copies: isProvider ? new Copies(console) : undefined,
  };
}

/** The handler for a resource type of the given ones. */
export function handlerOf(definitions: ReadonlyMap<string, Definition>, type: string): Handler {
  const definition = definitions.get(type);
  if (definition === undefined) {
    throw new HostingError(
      "settings",
      `This version of pulumi-hosting does not know ${type}. Install the version that made it, or a newer one.`,
    );
  }
  return {
    // Only stores: the host may run operations before an asynchronous configure is done.
    async configure({ config }) {
      shared.config = config;
    },
    check: (olds, news) => guarded(definition, news, () => runCheck(definition, olds, news)),
    diff: (id, state, inputs) =>
      printed(definition, inputs, async () =>
        diff(await context(), definition, { id, state, inputs }),
      ),
    create: (inputs) =>
      guarded(definition, inputs, async () => {
        const { id, state } = await create(await context(), definition, inputs);
        return { id, outs: withHiddenMarks(definition, state) };
      }),
    read: (id, props) =>
      printed(definition, props, async () => {
        const result = await read(await context(), definition, { id, props });
        const state = withHiddenMarks(definition, result.state);
        return { id: result.id, props: state, inputs: result.inputs };
      }),
    update: (id, state, inputs) =>
      guarded(definition, inputs, async () => {
        const updated = await update(await context(), definition, { id, state, inputs });
        return { outs: withHiddenMarks(definition, updated) };
      }),
    delete: (id, state) =>
      printed(definition, state, async () => remove(await context(), definition, { id, state })),
  };
}

async function runCheck(definition: Definition, oldInputs: Props, inputs: Props) {
  let problems: readonly Problem[];
  let checked = inputs;
  try {
    const { mailEnabled, removableOwners } = settings();
    const readSecret = secretReader({ env: process.env, directory: process.cwd() });
    const { declared } = shared;
    const known = { mailEnabled, readSecret, removableOwners, now: Date.now(), declared };
    const result = check(definition, known, { oldInputs, inputs });
    problems = result.problems;
    checked = result.inputs;
  } catch (error) {
    problems = [{ reason: asHostingError(error).message }];
  }
  const about = aboutOf(definition, inputs);
  const failures = failuresOf(problems, inputs, { display: shared.display, about });
  return { inputs: checked, failures };
}

/** Settings are read when first needed, so that a failing `configure` cannot leave them half-set. */
function settings(): Settings {
  shared.settings ??= readSettings({
    env: process.env,
    config: (name) => shared.config?.get(`hosting:${name}`),
    directory: process.cwd(),
  });
  return shared.settings;
}

async function context(): Promise<Context> {
  shared.context ??= connect(settings(), {
    stopping: shared.shutdown.signal,
    display: shared.display,
    declared: shared.declared,
  });
  shared.connected = await shared.context;
  return shared.connected;
}

/** The closing messages when the engine ends a run; it still shows them. */
async function lastWord(): Promise<void> {
  const { connected, screen } = shared;
  if (connected !== undefined && (await endRun(connected))) await screen.settle(undefined);
}

/**
 * Results become plain JSON, and every error one of ours; partial failures keep the provider text.
 * Messages have arrived before the result does.
 */
async function guarded<T>(
  definition: Definition,
  props: Props,
  work: () => Promise<T>,
): Promise<T> {
  return shared.shutdown.during(async () => {
    try {
      return plain(await work());
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw asHostingError(error);
      const provider = { [hidden.provider]: props[hidden.provider] };
      const state = withHiddenMarks(definition, { ...error.properties, ...provider });
      throw new PartialFailure(error, error.id, plain(state));
    } finally {
      await shared.screen.settle(urnOf(props));
    }
  });
}

/** `guarded` for calls whose errors Pulumi's host prints, although the engine shows them at the resource as well. */
async function printed<T>(
  definition: Definition,
  props: Props,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await guarded(definition, props, work);
  } catch (error) {
    if (error instanceof Error) shared.copies?.leaveOut(error);
    throw error;
  }
}
