import { describe, expect, test } from "vitest";
import { readPreview } from "../../../cli/preview/read.ts";
import { ofNewerCli, previewNames, recorded } from "../../support/previews.ts";

const read = (text: string) => readPreview({ text, from: "stdin" });

test.each(previewNames)("%s is read, also as a newer CLI would write it", (name) => {
  const preview = read(recorded(name));
  expect(preview.resources.length).toBeGreaterThan(0);
  expect(preview.stack).toBe("dev");
  expect(read(ofNewerCli(recorded(name)))).toEqual(preview);
});

test("the stream of events tells what the document tells", () => {
  const actionsOf = (name: string) =>
    Object.fromEntries(
      read(recorded(name)).resources.map(({ urn, action, replacedBy }) => [
        urn,
        { action, replacedBy },
      ]),
    );
  expect(actionsOf("quickstart.stream")).toEqual(actionsOf("quickstart.replaced"));
});

test("a stream that was cut off is no preview of less", () => {
  const events = recorded("quickstart.stream").trimEnd().split("\n");
  const end = events.findIndex((event) => event.includes("summaryEvent"));
  expect(end).toBeGreaterThan(0);
  for (const length of [1, end]) {
    const cutOff = () => read(events.slice(0, length).join("\n"));
    expect(cutOff).toThrow("it was cut off before its end");
  }
});

test("what npm writes before it is passed over", () => {
  const banner = "\n> shop@1.0.0 preview\n> pulumi preview --json\n\n";
  for (const name of ["quickstart.first", "quickstart.stream"]) {
    expect(read(`${banner}${recorded(name)}`)).toEqual(read(recorded(name)));
  }
});

test("an operation that is not known yet is another one, not an error", () => {
  const urn = "urn:pulumi:dev::app::some:Type::it";
  const { resources } = read(JSON.stringify({ steps: [{ op: "teleport", urn }] }));
  expect(resources).toMatchObject([{ urn, type: "some:Type", name: "it", action: "other" }]);
});

test("what an interrupted replacement left is deleted, and what took its place stays the same", () => {
  const urn = "urn:pulumi:dev::app::some:Type::it";
  const state = (id: string, rest = {}) => ({ urn, type: "some:Type", id, ...rest });
  const old = state("old", { delete: true });
  const { resources } = read(
    JSON.stringify({
      steps: [
        { op: "same", urn, oldState: state("new"), newState: state("new") },
        { op: "delete-replaced", urn, oldState: old },
      ],
    }),
  );
  expect(resources).toMatchObject([
    { action: "same", before: { id: "new" } },
    { action: "delete", before: { id: "old" } },
  ]);

  const { resources: replaced } = read(
    JSON.stringify({
      steps: [
        { op: "create-replacement", urn, oldState: old, newState: state("new") },
        { op: "replace", urn, oldState: old, newState: state("new") },
        { op: "delete-replaced", urn, oldState: old },
      ],
    }),
  );
  expect(replaced).toMatchObject([{ action: "replace", before: { id: "old" } }]);
});

test("what an earlier replacement left is another object than the one that has its place", () => {
  const urn = "urn:pulumi:dev::app::some:Type::it";
  const state = (id: string, rest = {}) => ({ urn, type: "some:Type", id, ...rest });
  const { resources } = read(
    JSON.stringify({
      steps: [
        { op: "same", urn, oldState: state("new"), newState: state("new") },
        { op: "delete", urn, oldState: state("old", { delete: true }) },
      ],
    }),
  );
  expect(resources.map(({ action, before }) => [action, before?.id])).toEqual([
    ["same", "new"],
    ["delete", "old"],
  ]);
});

test("no secret is kept, however it is written", () => {
  const signature = "4dabf18193072939515e22adb298388d";
  const wrapped = { [signature]: "1b47061264138c4ac30d75fd1eb44270" };
  const urn = "urn:pulumi:dev::app::some:Type::it";
  const inputs = {
    plain: "seen",
    cipher: { ...wrapped, ciphertext: "v1:hush" },
    open: [{ deep: { ...wrapped, plaintext: '"hush"' } }],
  };
  const text = JSON.stringify({
    steps: [{ op: "create", urn, newState: { urn, type: "some:Type", inputs } }],
  });
  const preview = read(text);
  expect(preview.resources[0]?.after?.inputs).toEqual({
    plain: "seen",
    cipher: "[secret]",
    open: [{ deep: "[secret]" }],
  });
  expect(JSON.stringify(preview)).not.toContain("hush");
});

describe("what is no preview is refused with what it is", () => {
  test.each([
    ["", "it is empty. Did `pulumi preview` fail?"],
    ["\n \n", "it is empty."],
    ["error: no stack selected", "it is not JSON. Did `pulumi preview` fail?"],
    ['{"steps": [', "it is not JSON."],
    ["[]", "it is JSON of something else."],
    ["42", "it is JSON of something else."],
    ["{}", "it is a preview that was cut off before its first step."],
    ['{"version": 3, "deployment": {}}', "it is a stack's state."],
    ['{"result": "succeeded", "summary": {}}', "it is what `--output json` prints,"],
    ['{"steps": [{"op": 1}]}', "stdin: steps.0.op is something else there."],
    ['{"steps": {}}', "stdin: steps is something else there."],
  ])("%j", (text, why) => {
    const refused = () => read(text);
    expect(refused).toThrow("No preview was read from stdin: ");
    expect(refused).toThrow(why);
    expect(refused).toThrow("Give it what `pulumi preview --json --show-sames` prints.");
  });
});
