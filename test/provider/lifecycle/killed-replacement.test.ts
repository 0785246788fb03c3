import { expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { intentOf } from "../../../provider/lifecycle/operation/intent.ts";
import { container } from "../../../resources/compute/container.ts";
import { declared, held, keyMark, newContext } from "../../support/session.ts";

const [before, after] = ["debian/13", "debian/14"].map((image) =>
  declared({ name: "web", type: "container", image }),
);
const web = { ...{ name: "web", type: "container", image: "debian/14" }, status: "running" };
const shown = { ...web, ip_addresses: ["10.0.0.2"] };
const looks = [
  { call: "GET /api/v1/instances", answer: [shown] },
  { call: "GET /api/v1/instances/web", answer: shown },
];
const replaced = { id: "web", state: held(before ?? {}) };

test("what a killed run made under the name of the one it replaces is taken over", async () => {
  const context = newContext(looks);
  const inputs = after ?? {};
  const intent = { ...intentOf(context, container, inputs), sentBy: keyMark };
  context.journal.made(intent, "web");
  expect((await diff(context, container, { ...replaced, inputs })).replaces).toEqual(["image"]);
  expect((await create(context, container, inputs)).id).toBe("web");
  expect(context.said.join()).toContain("took over web");
});

test("a state of the same create ends it, and so does an adoption or the next one of its name", async () => {
  const context = newContext(looks);
  const { journal } = context;
  const [old, next] = [before, after].map((inputs) => intentOf(context, container, inputs ?? {}));
  if (old === undefined || next === undefined) throw new Error("there are two");
  journal.made(old, "web");
  await diff(context, container, { ...replaced, inputs: before ?? {} });
  expect(journal.find(old.token)).toBeUndefined();
  journal.made(old, "web");
  journal.made(next, "web");
  expect(journal.find(old.token)).toBeUndefined();
  await create(context, container, { ...after, adopt: "web" });
  expect(journal.find(next.token)).toBeUndefined();
});
