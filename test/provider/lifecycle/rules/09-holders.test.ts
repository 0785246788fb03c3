/** Rule 9: within a run nothing is deleted that the program has; across runs nothing is known but the state. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { floatingIpAssignment } from "../../../../resources/network/floating-ip-assignment.ts";
import { network } from "../../../../resources/network/network.ts";
import { volumeAttachment } from "../../../../resources/storage/volume-attachment.ts";
import type { Replies } from "../../../support/fake-api.ts";
import { declared, held } from "../../../support/session.ts";
import { checkProgram, expectOutcome, newRun, type Run, type Stored } from "./run.ts";

const lan = { name: "lan" };
const shownLan = { id: "net-1", name: "lan" };
const remove = "DELETE /api/v1/networks/net-1";

/** A platform that has `lan` until it is deleted. */
function withLan(): Replies {
  let isDeleted = false;
  return {
    "GET /api/v1/networks": () => ({ answer: isDeleted ? [] : [shownLan] }),
    "POST /api/v1/networks": { answer: { id: "net-2", name: "lan-2" } },
    [remove]: () => {
      isDeleted = true;
      return { answer: {} };
    },
  };
}

/** The declaration that leaves the program, with the state of `lan`. */
const old: Stored = { id: "net-1", state: held(lan, "old") };

describe("is deleted by a declaration that leaves the program", () => {
  interface Row {
    /** Earlier operations of the run. */
    readonly before: (run: Run) => Promise<unknown>;
    readonly isKept: boolean;
  }

  test.each<[string, Row]>([
    ["nothing else has it", { before: async () => undefined, isKept: false }],
    [
      "another declaration adopted it: a rename by `adopt`",
      {
        before: (run) => run.create(network, declared({ ...lan, adopt: "net-1" }, "new")),
        isKept: true,
      },
    ],
    [
      "another declaration is to adopt it",
      {
        before: async ({ context }) =>
          checkProgram(context, network, {
            inputs: declared({ ...lan, adopt: "net-1" }, "new"),
            oldInputs: {},
          }),
        isKept: true,
      },
    ],
    [
      "another declaration has it, as the program wants it",
      {
        before: (run) => run.plan(network, sameId("other"), declared(lan, "other")),
        isKept: true,
      },
    ],
    [
      "another declaration has it, and is to change it in place",
      {
        before: (run) => {
          const inputs = declared({ ...lan, timeouts: { read: "5m" } }, "other");
          return run.plan(network, sameId("other"), inputs);
        },
        isKept: true,
      },
    ],
    [
      "another declaration had it, and changes it in place",
      {
        before: async (run) => {
          const inputs = declared({ ...lan, timeouts: { read: "5m" } }, "other");
          await run.plan(network, sameId("other"), inputs);
          return run.update(network, sameId("other"), inputs);
        },
        isKept: true,
      },
    ],
    [
      "another declaration replaces it: an alias moved it there, and the engine deletes it by its former place",
      {
        before: (run) =>
          run.plan(network, sameId("other"), declared({ ...lan, name: "lan-2" }, "other")),
        isKept: false,
      },
    ],
    [
      "a refresh of this run read it, which says nothing of the program",
      {
        before: async (run) => {
          const { id = "", state } = await run.read(network, "net-1", old.state);
          return run.diff(network, { id, state }, declared(lan, "old"));
        },
        isKept: false,
      },
    ],
    [
      "an object of another kind has the same id",
      {
        before: async ({ context }) =>
          checkProgram(context, container, {
            inputs: declared({ name: "net-1", image: "debian/13", adopt: "net-1" }, "new"),
            oldInputs: {},
          }),
        isKept: false,
      },
    ],
  ])("%s", async (_happened, { before, isKept }) => {
    const run = newRun(withLan());
    await before(run);
    const { said } = run.context;
    const sent = run.sent.length;
    const outcome = await run.remove(network, old);
    expect(outcome.code, outcome.says).toBeUndefined();
    const calls = run.sent.slice(sent).map(({ call }) => call);
    if (isKept) {
      expect(calls).not.toContain(remove);
      expect(said.join("\n")).toMatch(/warning: .*net-1.*(?:not deleted|kept|stays)/);
    } else expect(calls, said.join("\n")).toContain(remove);
  });

  function sameId(logicalName: string): Stored {
    return { id: "net-1", state: held(lan, logicalName) };
  }

  test("another run adopted it: nothing is known of that", async () => {
    const platform = withLan();
    await newRun(platform).create(network, declared({ ...lan, adopt: "net-1" }, "new"));
    const run = newRun(platform);
    expectOutcome(run, await run.remove(network, old), { sees: "nothing", sent: [remove] });
  });
});

describe("a forced replacement that has the same id deletes nothing", () => {
  const attached = { id: "vol_1", name: "data", status: "in_use", instance_id: "inst_1" };
  const assigned = { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: "inst_1" };
  const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };

  test.each<[string, Definition, Props, Replies, string]>([
    [
      "an attachment",
      volumeAttachment,
      { volumeId: "vol_1", instanceId: "inst_1" },
      {
        "GET /v1/volumes/vol_1": { answer: attached },
        "POST /v1/volumes/vol_1/attach": { answer: attached },
        "POST /v1/volumes/vol_1/detach": { answer: { ...attached, instance_id: null } },
      },
      "vol_1/inst_1",
    ],
    [
      "an assignment",
      floatingIpAssignment,
      { floatingIpId: "fip_1", instanceId: "inst_1" },
      {
        "GET /v1/floating-ips/fip_1": { answer: assigned },
        "POST /v1/floating-ips/fip_1/assign": { answer: assigned },
        "POST /v1/floating-ips/fip_1/unassign": { answer: { ...assigned, instance_id: null } },
      },
      "fip_1",
    ],
    [
      "a port forward",
      portForward,
      { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 },
      {
        "GET /api/v1/instances/web/ports": [{ answer: [] }, { answer: [forward] }],
        "POST /api/v1/instances/web/ports": { answer: forward },
        "DELETE /api/v1/instances/web/ports?protocol=tcp&public_port=20001": { answer: {} },
      },
      "web/tcp/20001",
    ],
  ])("%s", async (_what, definition, inputs, platform, id) => {
    const run = newRun(platform);
    const made = await run.create(definition, declared(inputs));
    expect(made).toMatchObject({ id, code: undefined });
    const sent = run.sent.length;
    const outcome = await run.remove(definition, { id, state: held(inputs) });
    expect(outcome.code, outcome.says).toBeUndefined();
    const writes = run.sent.slice(sent).filter(({ call }) => !call.startsWith("GET"));
    expect(writes).toEqual([]);
  });
});

test("an attachment that the program has, as it wants it, is not ended with an older state", async () => {
  const run = newRun({});
  const inputs = declared({ volumeId: "vol_1", instanceId: "inst_1" });
  const object = { id: "vol_1/inst_1", state: held(inputs) };
  expect(await run.plan(volumeAttachment, object, inputs)).toMatchObject({ changes: false });
  const outcome = await run.remove(volumeAttachment, object);
  expectOutcome(run, outcome, { sees: { says: /vol_1\/inst_1 is in use/ } });
});

describe("an object that nothing in the program has is deleted", () => {
  test("the old object of a replacement", async () => {
    const run = newRun(withLan());
    const inputs = declared({ name: "lan-2" }, "old");
    expect(await run.plan(network, old, inputs)).toMatchObject({ replaces: ["name"] });
    await run.create(network, inputs);
    expectOutcome(run, await run.remove(network, old), {
      sees: "nothing",
      sent: ["POST /api/v1/networks", remove],
    });
  });

  test("an object that two states have, once both left the program, also after a refresh", async () => {
    const run = newRun(withLan());
    const states = ["old", "other"].map((name) => held(lan, name));
    for (const state of states) {
      await run.read(network, "net-1", state);
      await run.diff(network, { id: "net-1", state }, state);
    }
    for (const state of states) {
      expect(await run.remove(network, { id: "net-1", state })).toMatchObject({ code: undefined });
    }
    expect(run.sent.map(({ call }) => call)).toContain(remove);
  });
});

test("`adopt` says once that another stack may have it", async () => {
  const run = newRun(withLan());
  await run.create(network, declared({ ...lan, adopt: "net-1" }));
  const said = run.context.said.filter((line) => line.includes("pulumi state delete"));
  expect(said).toHaveLength(1);
});
