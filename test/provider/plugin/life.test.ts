/** Every class through the engine's own protocol, beside its promises through dynamic resources. */
import { describe, expect, onTestFinished, test } from "vitest";
import { isOnPlatform } from "../../../contract/endpoints.ts";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { inputNames } from "../../../provider/lifecycle/record/state.ts";
import { revealedProps } from "../../../provider/plugin/values.ts";
import { nextRun } from "../../support/next-run.ts";
import { type Door, openDoor, urnOf } from "../../support/plugin-door.ts";
import { classes, otherValues } from "../../support/session-inputs.ts";
import { withReferences } from "../../support/session-references.ts";
import { openWorld } from "../../support/session-world.ts";

const none = 1;
const some = 2;

async function openSample(definition: Definition, sample: Props) {
  const world = openWorld();
  onTestFinished(() => world.close());
  const given = await withReferences(world, { sample, other: otherValues[definition.type] });
  const door = await openDoor(world.context);
  const urn = urnOf(definition.type);
  const before = world.platform.requests().length;
  const news = Object(given["sample"]);
  const { inputs, failuresList } = await door.call("check", { urn, news });
  expect(failuresList).toEqual([]);
  const sent = () =>
    world.platform
      .requests()
      .slice(before)
      .filter(({ method }) => method !== "GET");
  return { ...world, door, urn, news, inputs: Object(inputs), other: Object(given["other"]), sent };
}

async function openObject(definition: Definition, sample: Props) {
  const opened = await openSample(definition, sample);
  const { door, urn, inputs } = opened;
  const made = await door.call("create", { urn, properties: inputs });
  expect(made["error"]).toBeUndefined();
  return { ...opened, id: String(made["id"]), state: Object(made["properties"]) };
}

async function imported(door: Door, urn: string, id: string) {
  const read = await door.call("read", { urn, id });
  const news = revealedProps(Object(read["inputs"]));
  const checked = await door.call("check", { urn, olds: read["inputs"], news });
  const compared = await door.call("diff", {
    urn,
    id,
    olds: read["properties"],
    news: checked["inputs"],
  });
  return { read, failures: checked["failuresList"], changes: compared["changes"] };
}

/** The error of an import of a class whose objects nothing shows completely. */
const refusals: Readonly<Record<string, RegExp>> = {
  "monitoring:HealthGate": /it is nothing on the platform/,
  "network:Certificate": /does not show privateKey\. Declare it .* adopt set to cert_/,
};

describe.each(classes)("%s", (type, definition, sample) => {
  test("is shown by a preview without a request, as far as its inputs tell", async () => {
    const { door, urn, inputs, sent } = await openSample(definition, sample);
    const shown = await door.call("create", { urn, properties: inputs, preview: true });
    expect(shown["properties"]).toMatchObject(inputs);
    expect(Object.keys(Object(shown["properties"]))).toEqual(
      expect.arrayContaining(Object.keys(definition.outputs.shape)),
    );
    expect(sent()).toEqual([]);
  });

  test("is created, and then nothing changes", async () => {
    const { door, urn, id, state, inputs, news } = await openObject(definition, sample);
    const again = await door.call("check", { urn, olds: inputs, news });
    expect(again).toMatchObject({ inputs, failuresList: [] });
    expect(await door.call("diff", { urn, id, olds: state, news: inputs })).toMatchObject({
      changes: none,
    });
    const read = await door.call("read", { urn, id, properties: state, inputs });
    expect(read).toMatchObject({ id, inputs });
    const olds = read["properties"];
    expect(await door.call("diff", { urn, id, olds, news: inputs })).toMatchObject({
      changes: none,
    });
  });

  test("keeps nothing in its state that each request says", async () => {
    const { state } = await openObject(definition, sample);
    const names = Object.keys(state);
    for (const name of ["__identity", "__urn", "__provider", "__timeouts"])
      expect(names).not.toContain(name);
  });

  test("takes what can be updated, and names it by its path", async () => {
    const { door, urn, id, state, inputs, other } = await openObject(definition, sample);
    const [...names] = inputNames(definition)
      .filter((name) => definition.changes[name]?.on === "update")
      .slice(0, 1);
    const changes = Object.fromEntries(names.map((name) => [name, other[name]]));
    const checked = await door.call("check", {
      urn,
      olds: inputs,
      news: { ...inputs, ...changes },
    });
    const news = Object(checked["inputs"]);
    const compared = await door.call("diff", { urn, id, olds: state, news });
    expect(compared).toMatchObject({ changes: names.length > 0 ? some : none, replacesList: [] });
    const paths = Object(compared["paths"]).map((path: string) => path.replace(/[.[].*/, ""));
    expect([...new Set(paths)]).toEqual(names);
    const shown = await door.call("update", { urn, id, olds: state, news, preview: true });
    expect(shown["properties"]).toMatchObject(news);
    const done = await door.call("update", { urn, id, olds: state, news });
    expect(done["properties"]).toMatchObject(news);
    const after = await door.call("diff", { urn, id, olds: done["properties"], news });
    expect(after).toMatchObject({ changes: none });
  });

  test("is deleted, and then a refresh reports it", async () => {
    const { context, urn, id, state, inputs } = await openObject(definition, sample);
    // In its own run the program has it, which keeps it.
    const door = await openDoor(nextRun(context));
    const gone = await door.call("delete", { urn, id, properties: state });
    // spec 4.2: nothing takes a share back.
    if (type === "compute:ImageShare") {
      expect(gone["error"]).toContain("cannot be unshared");
      return;
    }
    expect(gone["error"]).toBeUndefined();
    if (!isOnPlatform(definition.kind)) return;
    const read = await door.call("read", { urn, id, properties: state, inputs });
    expect(read["id"]).toBe("");
  });

  test("is imported by its id, and then nothing changes; or the error says what to write", async () => {
    const { door, urn, id } = await openObject(definition, sample);
    const { read, failures, changes } = await imported(door, urn, id);
    const { [type]: refusal } = refusals;
    if (refusal !== undefined) {
      expect(read["error"]).toMatch(refusal);
      return;
    }
    expect(read["error"]).toBeUndefined();
    expect({ failures, changes }).toEqual({ failures: [], changes: none });
  });
});
