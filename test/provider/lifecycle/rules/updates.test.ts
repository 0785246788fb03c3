/** An update sends the inputs that changed and no others, so what somebody changed by hand stays. */
import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../../contract/assumptions.ts";
import { withAssumedFields } from "../../../../provider/lifecycle/reconcile/ready.ts";
import { inputNames } from "../../../../provider/lifecycle/record/state.ts";
import { definitions } from "../../../../resources/_registry.ts";
import { otherValues } from "../../../support/session-inputs.ts";
import { newRun, type Stored } from "./run.ts";
import {
  unwatched,
  type WatchedClass,
  type WatchedInput,
  watchedInputs,
  withoutUpdates,
} from "./watched-inputs.ts";
import { type Platform, platformOf } from "./watched-platform.ts";

type Settings = NonNullable<Parameters<typeof newRun>[1]>;

/** An input that changes in the program, and another one that somebody has changed by hand. */
interface Row {
  readonly changed: string;
  readonly byHand: WatchedInput;
}

const rows: readonly Row[] = watchedInputs
  .filter(({ of }) => !withoutUpdates.includes(of))
  .flatMap((byHand) =>
    updatable(byHand.of.definition.type)
      .filter((changed) => changed !== byHand.input)
      .map((changed) => ({ changed, byHand })),
  );

/** Inputs of a class that an update changes. */
function updatable(type: string): readonly string[] {
  const definition = definitions.get(type);
  if (definition === undefined) return [];
  return inputNames(definition).filter((name) => definition.changes[name]?.on === "update");
}

function titled(these: readonly Row[]) {
  return these.map((row) => {
    const { byHand, changed } = row;
    return [`${byHand.of.definition.type}: ${changed}, and ${byHand.input} by hand`, row] as const;
  });
}

test.each([...definitions].filter(([type]) => updatable(type).length > 0))(
  "%s has rows, or no other input that somebody could change by hand",
  (type, definition) => {
    const hasRows = rows.some(({ byHand: { of } }) => of.definition.type === type);
    const others = inputNames(definition).filter((name) => {
      const isOptIn = ["ignore", "store"].includes(definition.changes[name]?.on ?? "");
      return !isOptIn && !updatable(type).includes(name) && unwatched[type]?.[name] === undefined;
    });
    expect(hasRows || others.length === 0).toBe(true);
  },
);

/** A program changes an input of an object in which somebody has changed another one. */
async function expectLeftAlone({ changed, byHand }: Row, settings: Settings = {}): Promise<void> {
  const { of } = byHand;
  const platform = platformOf(of);
  const made = await newRun(platform.replies, settings).create(of.definition, of.inputs);
  expect(made.code, made.says).toBeUndefined();
  platform.change(byHand.changed);
  const before = shownAs(platform, byHand);
  const object: Stored = { id: made.id ?? "", state: made.state };
  const inputs = { ...of.inputs, [changed]: otherValues[of.definition.type]?.[changed] };
  const outcome = await newRun(platform.replies, settings).update(of.definition, object, inputs);
  expect(outcome.code, outcome.says).toBeUndefined();
  expect(shownAs(platform, byHand)).toEqual(before);
}

/** The value of the input as the platform shows it. */
function shownAs(platform: Platform, { of: { definition }, input }: WatchedInput): unknown {
  const shown = withAssumedFields(platform.shown(), defaultAssumptions);
  return { ...shown, ...definition.interpret?.(shown, defaultAssumptions) }[input];
}

describe("by a request for a part of the object", () => {
  test.each(titled(rows))("%s", async (_title, row) => {
    await expectLeftAlone(row);
  });
});

const putRoutes: Readonly<Record<string, Settings>> = {
  "network:Firewall": { assumptions: { "routes.firewall.update": "PUT /api/v1/firewalls/{id}" } },
  "network:LoadBalancer": {
    assumptions: { "routes.loadBalancer.update": "PUT /v1/load-balancers/{id}" },
  },
  "storage:PoolVolume": {
    assumptions: { "routes.poolVolume.update": "PUT /api/v1/storage/pools/{pool}/volumes/{name}" },
  },
};

/** A class on a platform that replaces the whole object. */
function replacing({ update = "", updated, ...of }: WatchedClass): WatchedClass {
  const put = update.replace("PATCH ", "PUT ");
  return updated === undefined
    ? { ...of, update: put }
    : { ...of, update: put, updated: (kept, body) => ({ ...kept, ...body }) };
}

describe("by a request that replaces the object", () => {
  // `raw` stands for all rules of a policy.
  const put = rows.filter(
    ({ byHand, changed }) => byHand.of.definition.type in putRoutes && changed !== "raw",
  );
  test.each(titled(put))("%s", async (_title, { changed, byHand }) => {
    const row = { changed, byHand: { ...byHand, of: replacing(byHand.of) } };
    await expectLeftAlone(row, putRoutes[byHand.of.definition.type]);
  });
});
