import { describe, expect, test } from "vitest";
import { accessChoices } from "../../../platform/choices/access.ts";
import type { Choice } from "../../../platform/choices/choice.ts";
import { type ChoiceName, choiceNames } from "../../../platform/choices/choices.ts";
import { choiceTable } from "../../../platform/choices/table.ts";
import { openPlatform } from "../../../platform/index.ts";
import { newWorld, volumeBody } from "../support.ts";
import { answers } from "./answers.ts";
import type { ChoiceCase } from "./asking.ts";
import { bill } from "./bill.ts";
import { bodies } from "./bodies.ts";
import { http } from "./http.ts";
import { machines } from "./machines.ts";
import { monitoring } from "./monitoring.ts";
import { networking } from "./networking.ts";
import { storage } from "./storage.ts";

/** Who may do what is asked for in keys.test, projects.test and roles.test, with keys of their own. */
type Asked = Exclude<ChoiceName, keyof typeof accessChoices>;
const askedNames = choiceNames.filter((name): name is Asked => !(name in accessChoices));

const choiceCases: Readonly<Record<Asked, ChoiceCase>> = {
  ...bodies,
  ...answers,
  ...http,
  ...machines,
  ...storage,
  ...networking,
  ...monitoring,
  ...bill,
};

const rows = choiceNames.map((name): readonly [typeof name, Choice] => [name, choiceTable[name]]);

const values = askedNames.flatMap((name) =>
  choiceTable[name].values.map((value: unknown, index: number) => ({ name, value, index })),
);

describe("the table of choices", () => {
  test.each(rows)("%s takes each preset from its values, of which there are several", (_, row) => {
    expect(row.values).toEqual(expect.arrayContaining([row.ours, row.strict, row.strange]));
    expect(new Set(row.values).size).toBe(row.values.length);
    expect(row.values.length).toBeGreaterThan(1);
    expect(row.spec).toMatch(/^\d/);
  });

  test("every value of every choice is asked for below", () => {
    const counts = askedNames.map((name) => [name, choiceCases[name].answers.length]);
    expect(counts).toEqual(askedNames.map((name) => [name, choiceTable[name].values.length]));
  });
});

describe("choices over HTTP", () => {
  test.each(values)("$name: $value", async ({ name, value, index }) => {
    const world = newWorld();
    world.platform.configure({ choices: { [name]: value } });
    expect(await choiceCases[name].ask(world)).toEqual(choiceCases[name].answers[index]);
  });

  test.each(["ours", "strict", "strange"] as const)(
    "preset %s takes its column",
    async (preset) => {
      const names = ["bodies.unknownFields", "machines.stopFrozen", "names.containers"] as const;
      for (const name of names) {
        const world = newWorld();
        world.platform.configure({
          preset,
          choices: { "answers.object": "bare", "answers.list": "bare", "bodies.null": "all" },
        });
        const row: Choice = choiceTable[name];
        const at = row.values.indexOf(row[preset]);
        expect(await choiceCases[name].ask(world)).toEqual(choiceCases[name].answers[at]);
      }
    },
  );
});

describe("choices in the file", () => {
  test("every process sees them, and those that are not named stay", async () => {
    const { file, platform } = newWorld();
    platform.configure({ choices: { "answers.created": 200 } });
    platform.configure({ choices: { "answers.list": "items" } });
    const other = openPlatform({ file });
    const headers = {
      authorization: `Bearer ${other.rootKey}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify(volumeBody());
    const url = "http://platform.test/v1/volumes";
    const made = await other.fetch(new Request(url, { method: "POST", headers, body }));
    expect(made.status).toBe(200);
    const list = await other.fetch(new Request(url, { headers }));
    expect(Object.keys(Object(await list.json()))).toEqual(["items"]);
    other.close();
  });

  test("a preset forgets single choices, and a reset all of them", async () => {
    const { platform, send } = newWorld();
    platform.configure({ preset: "strange", choices: { "answers.list": "items" } });
    const list = async () => (await send("GET /v1/volumes")).body;
    expect(await list()).toEqual({ items: [] });
    platform.configure({ preset: "strange" });
    expect(await list()).toEqual({ data: [] });
    platform.reset();
    expect(await list()).toEqual([]);
  });

  test("what is no choice, or no value of one, is refused with what was meant", () => {
    const { platform } = newWorld();
    expect(() => platform.configure({ choices: Object({ "answers.lists": "data" }) })).toThrow(
      '"choices" is not accepted: "answers.lists" is not a choice; did you mean answers.list?',
    );
    expect(() => platform.configure({ choices: Object({ "answers.abcdefghijklm": 1 }) })).toThrow(
      "known: answers.created, answers.started",
    );
    expect(() => platform.configure({ choices: Object({ "answers.list": "rows" }) })).toThrow(
      'choice "answers.list" is one of "bare", "data", "items"',
    );
    expect(() => platform.configure(Object({ preset: "weird" }))).toThrow('"preset"');
  });
});

describe("assumptions at run time", () => {
  test("routes follow, in every process, and a reset brings the first ones back", async () => {
    const { platform, send } = newWorld({ assumptions: { "fields.status": "state" } });
    const moved = { "routes.volume.list": "GET /v1/disks" };
    platform.configure({ assumptions: moved });
    platform.configure({ assumptions: { "refusals.invalid": 400 } });
    expect(await send("GET /v1/disks")).toMatchObject({ status: 200, body: [] });
    expect((await send("GET /v1/volumes")).status).toBe(405);
    expect((await send("POST /v1/volumes", {})).status).toBe(400);
    const made = await send("POST /v1/volumes", volumeBody());
    expect(made.body).toMatchObject({ state: "available" });
    platform.reset();
    expect((await send("GET /v1/volumes")).status).toBe(200);
    expect((await send("GET /v1/disks")).status).toBe(404);
    const again = await send("POST /v1/volumes", volumeBody());
    expect(again.body).toMatchObject({ state: "available" });
  });

  test("one that is unknown, of another type or no route is refused", () => {
    const { platform } = newWorld();
    const set = (assumptions: object) => platform.configure(Object({ assumptions }));
    expect(() => set({ "fields.statu": "state" })).toThrow("the nearest is fields.status");
    expect(() => set({ "refusals.invalid": "400" })).toThrow("must be a number");
    expect(() => set({ "routes.volume.list": "disks" })).toThrow('"none" or like');
  });

  test.each(["toString", "__proto__", "constructor"])("%s is none of them", (name) => {
    const { platform } = newWorld();
    const given: object = JSON.parse(`{"assumptions":{"${name}":"x"}}`);
    expect(() => platform.configure(Object(given))).toThrow(`"${name}" is not an assumption`);
  });

  test.each([99, 101, 200, 399, 600, 1000, 0, -1, 422.5])(
    "no refusal has the status %d",
    async (status) => {
      const { platform, send } = newWorld();
      const given = { assumptions: { "refusals.invalid": status } };
      const error = `assumption "refusals.invalid" must be a status from 400 to 599, not ${status}`;
      expect(() => platform.configure(given)).toThrow(error);
      expect(() => newWorld(given)).toThrow(error);
      expect((await send("POST /v1/volumes", {})).status).toBe(422);
    },
  );

  test.each(["id", "name", ""])('no assumed field is called "%s"', (field) => {
    const { platform } = newWorld();
    const given = { assumptions: { "fields.status": field } };
    expect(() => platform.configure(given)).toThrow('"fields.status" must be the name of a field');
  });
});
