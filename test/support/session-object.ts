import { onTestFinished } from "vitest";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import type { Api } from "../../provider/http/api.ts";
import { check } from "../../provider/lifecycle/check.ts";
import type { Stored } from "../../provider/lifecycle/operation/stored-state.ts";
import { doorTo } from "./door.ts";
import { nextRun } from "./next-run.ts";
import { declared, type TestContext } from "./session.ts";
import { definitionOf, otherValues, samples } from "./session-inputs.ts";
import { withReferences } from "./session-references.ts";
import { openWorld } from "./session-world.ts";

/** Inputs as a check passes them on; an error among its problems fails the test. */
export function checked(definition: Definition, inputs: Props, oldInputs: Props = {}): Props {
  const settings = { mailEnabled: false, now: Date.now() };
  const { problems, inputs: passed } = check(definition, settings, { oldInputs, inputs });
  const errors = problems.filter(({ severity }) => severity !== "warning");
  if (errors.length > 0) throw new Error(errors.map(({ reason }) => reason).join("\n"));
  return passed;
}

/** A platform with all that the sample of a class refers to, and the sample with its ids. */
export async function openSample(definition: Definition) {
  const world = openWorld();
  onTestFinished(() => world.close());
  const { platform, context } = world;
  const { sample, other } = await withReferences(world, {
    sample: samples[definition.type],
    other: otherValues[definition.type],
  });
  const before = platform.requests().length;
  return {
    platform,
    context,
    inputs: checked(definition, declared(Object(sample))),
    /** Another value for every input that can change. */
    other: { ...Object(other) } satisfies Props,
    /** Requests since, without those that only read. */
    writes: (): readonly string[] =>
      platform
        .requests()
        .slice(before)
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path}`),
  };
}

/** An object made from the sample of a class on a separate platform, and its operations. */
export async function openObject(definition: Definition) {
  const opened = await openSample(definition);
  const { context, inputs, writes } = opened;
  const made = await doorTo(context, definition).create(inputs);
  const sent = writes().length;
  const later = nextRun(context);
  const works = worksOf(later, definition);
  return {
    ...opened,
    ...made,
    ...works,
    /** Requests since its creation, without those that only read. */
    writes: () => writes().slice(sent),
    /** Deletes it; spec 4.2: nothing takes a share back, so one goes with its image. */
    remove: async (id: string, state: Props) => {
      const image = { id: String(state["imageId"]), state: {} };
      if (definition.type === "compute:ImageShare") {
        await doorTo(later, definitionOf("compute:Image")).remove(image);
      }
      return works.remove(id, state);
    },
  };
}

/** The operations of one class in one context. */
export function worksOf(context: TestContext, definition: Definition) {
  const door = doorTo(context, definition);
  return {
    create: door.create,
    /** The effect of a program's change: the engine checks its inputs first. */
    diff: async (id: string, state: Props, inputs: Props) => {
      await door.check({ oldInputs: state, inputs });
      return door.diff({ id, state }, inputs);
    },
    read: (id: string, state: Props) => door.read({ id, state }),
    update: (id: string, state: Props, inputs: Props) => door.update({ id, state }, inputs),
    remove: (id: string, state: Props) => door.remove({ id, state }),
  };
}

/** The stored state of a creation after which nothing could be read, or whose end was not awaited. */
export async function interruptedCreate(
  context: TestContext,
  definition: Definition,
  inputs: Props,
): Promise<Stored> {
  try {
    const blind = { ...context, api: blindAfterWrite(context.api) };
    const { id, state } = await doorTo(blind, definition).create(inputs);
    return { id, state: { ...state, __unfinished: "the process was ended" } };
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    return { id: error.id, state: error.properties };
  }
}

export function blindAfterWrite(api: Api): Api {
  let wrote = false;
  return {
    async call(endpoint, request) {
      if (wrote && endpoint.method === "GET") throw new HostingError("platform", "reading failed");
      const answer = await api.call(endpoint, request);
      wrote ||= endpoint.method !== "GET";
      return answer;
    },
  };
}
