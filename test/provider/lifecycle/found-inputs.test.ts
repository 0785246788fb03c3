import { expect, test } from "vitest";
import { toWire } from "../../../contract/naming.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { doorTo } from "../../support/door.ts";
import { nextRun } from "../../support/next-run.ts";
import { definitionOf } from "../../support/session-inputs.ts";
import { openObject } from "../../support/session-object.ts";

/** What somebody did in the console, which no program may write. */
const byHand: readonly (readonly [type: string, list: string, found: Props])[] = [
  ["network:LoadBalancer", "*/load-balancers", { backendInstances: [] }],
  [
    "network:LoadBalancer",
    "*/load-balancers",
    { healthCheck: { protocol: "tcp", port: 0, interval: 1, timeout: 1, threshold: 0 } },
  ],
  ["network:Firewall", "*/firewalls", { inbound: [{ protocol: "any" }] }],
  ["monitoring:AlertRule", "*/alerts", { channels: ["email", "pagerduty"] }],
];

test.each(byHand)(
  "a value of a %s that no program may write, found at %s, blocks no program: %j",
  async (type, path, found) => {
    const definition = definitionOf(type);
    const { id, state, inputs, context, platform } = await openObject(definition);
    const [name = ""] = Object.keys(found);
    const item = { id, ...Object(toWire({ ...inputs, ...found })) };
    const show = (at: string, answer: unknown) =>
      platform.faults.add({ method: "GET", path: at, status: 200, body: JSON.stringify(answer) });
    show(path, [item]);
    show(`${path}/*`, item);
    const door = () => doorTo(nextRun(context), definition);
    const refreshed = await door().read({ id, state });
    expect(refreshed.inputs[name]).toEqual(found[name]);

    // The program's own value is checked, and put back.
    const own = await door().check({ oldInputs: refreshed.inputs, inputs });
    expect(own.failures).toEqual([]);
    expect(own.inputs).not.toHaveProperty("__foundInputs");
    const wrong = { ...inputs, [name]: [{ protocol: "all" }] };
    const refused = await door().check({ oldInputs: refreshed.inputs, inputs: wrong });
    expect(refused.failures).not.toEqual([]);

    // With `ignoreChanges` the engine gives the stored value.
    let [oldInputs, before] = [refreshed.inputs, refreshed.state];
    for (const _run of [1, 2]) {
      const ignoring = { ...inputs, [name]: oldInputs[name] };
      const checked = await door().check({ oldInputs, inputs: ignoring });
      expect(checked.failures).toEqual([]);
      const { changes } = await door().diff({ id, state: before }, checked.inputs);
      if (changes !== false) before = await door().update({ id, state: before }, checked.inputs);
      const again = await door().read({ id, state: before });
      expect(again.inputs[name]).toEqual(found[name]);
      [oldInputs, before] = [again.inputs, again.state];
    }
    expect(platform.requests().filter(({ method }) => method === "PATCH")).toEqual([]);
  },
);
