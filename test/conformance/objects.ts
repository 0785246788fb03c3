import { expect, test } from "vitest";
import { Input } from "../../provider/lifecycle/record/input.ts";
import { record, strings } from "../../provider/lifecycle/record/state.ts";
import {
  checked,
  interruptedCreate,
  openObject,
  openSample,
  worksOf,
} from "../support/session-object.ts";
import { type Subject, unchanged, updated } from "./subject.ts";

/** The promises about an object on a platform, from its creation to its end. */
export function promisesOfObjects({ definition, inputsOn }: Subject): void {
  test("is created, and then nothing changes", async () => {
    const { id, state, inputs, diff, read, writes } = await openObject(definition);
    expect(await diff(id, state, inputs)).toMatchObject(unchanged);
    const refreshed = await read(id, state);
    expect(refreshed).toMatchObject({ id, inputs });
    expect(await diff(id, refreshed.state, inputs)).toMatchObject(unchanged);
    expect(writes()).toEqual([]);
  });

  test.each(inputsOn("update"))(
    "takes another %s by one request, and then nothing changes",
    async (name) => {
      const { id, inputs, other, ...object } = await openObject(definition);
      const next = checked(definition, { ...inputs, [name]: other[name] }, inputs);
      const state = await object.update(id, object.state, next);
      expect(object.writes()).toHaveLength(1);
      expect(await object.diff(id, state, next)).toMatchObject(unchanged);
      expect(await object.read(id, state)).toMatchObject({ id, inputs: next });
    },
  );

  test.each(inputsOn("update"))(
    "shows by a refresh that its %s was changed by hand, if the platform shows it",
    async (name) => {
      const { id, state, inputs, other, ...object } = await openObject(definition);
      await object.update(id, state, { ...inputs, [name]: other[name] });
      const refreshed = await object.read(id, state);
      const shown = refreshed.inputs[name];
      const isSameAs = (value: unknown, declared: unknown) =>
        new Input(definition, name).isSame(value, declared);
      const mustShow = strings(state["__echoes"]).includes(name);
      const { forbid } = definition.changes[name] ?? {};
      if (forbid?.(other[name], inputs[name], inputs) !== undefined) {
        // No update can put it back, so the declared value stays, and the found one is beside it.
        const { [name]: found } = record(refreshed.state["__found"]);
        expect(isSameAs(shown, inputs[name])).toBe(true);
        if (mustShow || found !== undefined) expect(isSameAs(found, other[name])).toBe(true);
        expect(await object.diff(id, refreshed.state, inputs)).toMatchObject(unchanged);
      } else if (mustShow || !isSameAs(shown, inputs[name])) {
        expect(isSameAs(shown, other[name])).toBe(true);
        expect(await object.diff(id, refreshed.state, inputs)).toMatchObject(updated);
      } else expect(await object.diff(id, refreshed.state, inputs)).toMatchObject(unchanged);
    },
  );

  const revocable = inputsOn("update").filter((name) => !definition.changes[name]?.forbid);
  test.each(revocable)("gets its %s back that was changed by hand", async (name) => {
    const { id, state, inputs, other, ...object } = await openObject(definition);
    await object.update(id, state, { ...inputs, [name]: other[name] });
    const refreshed = await object.read(id, state);
    const restored = await object.update(id, refreshed.state, inputs);
    expect(await object.diff(id, restored, inputs)).toMatchObject(unchanged);
    expect(await object.read(id, restored)).toMatchObject({ id, inputs });
  });

  test("is gone for a refresh by a 404, but never by a page", async () => {
    const { id, state, platform, read, remove } = await openObject(definition);
    platform.faults.add({
      method: "GET",
      status: 404,
      body: "<h1>No</h1>",
      contentType: "text/html",
    });
    // A refresh either fails or keeps the state.
    const outcome = await read(id, state).catch((error: unknown) => ({ id, error }));
    expect(outcome.id).toBe(id);
    platform.faults.clear();
    await remove(id, state);
    expect(await read(id, state)).toEqual({ id: "", state: {}, inputs: {} });
  });

  test("is deleted once and for all", async () => {
    const { id, state, platform, remove } = await openObject(definition);
    const there = platform.snapshot();
    await remove(id, state);
    const left = platform.snapshot();
    expect(left).not.toEqual(there);
    await remove(id, state);
    expect(platform.snapshot()).toEqual(left);
  });

  test("is taken over by adopt, without a write", async () => {
    const { id, inputs, create, diff, writes } = await openObject(definition);
    const adopting = { ...inputs, adopt: id };
    const taken = await create(adopting);
    expect(taken).toMatchObject({ id, state: inputs });
    expect(await diff(id, taken.state, adopting)).toMatchObject(unchanged);
    expect(await diff(id, taken.state, inputs)).toMatchObject(unchanged);
    expect(writes()).toEqual([]);
  });

  test("is kept when its creation is interrupted, and finished by an update", async () => {
    const { context, inputs, writes } = await openSample(definition);
    const { diff, update } = worksOf(context, definition);
    const { id, state: open } = await interruptedCreate(context, definition, inputs);
    expect(open).toMatchObject({ ...inputs, __world: context.world });
    const sent = writes();
    expect(await diff(id, open, inputs)).toMatchObject({ ...unchanged, changes: true });
    const state = await update(id, open, inputs);
    expect(state).not.toHaveProperty("__unfinished");
    expect(state).toMatchObject(inputs);
    expect(await diff(id, state, inputs)).toMatchObject(unchanged);
    expect(writes()).toEqual(sent);
  });
}
