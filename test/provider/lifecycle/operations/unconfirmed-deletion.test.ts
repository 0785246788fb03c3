import { describe, expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../../support/session.ts";

const there = { id: "fw_1", name: "open", inbound: [], outbound: [] };
const other = { ...there, id: "fw_2", name: "other" };
const props = held({ name: "open", inbound: [], outbound: [] });
const noGet = { call: "GET /api/v1/firewalls/fw_1", status: 404, text: "no page" };
const erase = { call: "DELETE /api/v1/firewalls/fw_1" };

function list(...answer: NonNullable<Expected["answer"]>[]): Expected {
  return { call: "GET /api/v1/firewalls", answer };
}

function removing(look: Partial<Expected>) {
  const context = newContext([erase, { ...list(), ...look }]);
  return { context, done: remove(context, firewall, { id: "fw_1", state: props }) };
}

const waits =
  'waits 30 s for lists to show whether its deletion was carried out (firewall policy "main")';

/** The first refresh after a deletion that was accepted and not seen to be carried out. */
async function refreshed(calls: readonly Expected[]) {
  const { context: earlier, done } = removing({ text: "<html>" });
  await errorOf(() => done);
  const context = newContext(calls, { journal: earlier.journal });
  const { id } = await read(context, firewall, { id: "fw_1", props });
  return { id, context };
}

describe("a deletion that was accepted", () => {
  test.each([
    [
      { text: "<html>" },
      "GET /api/v1/firewalls gave no usable answer: the answer (200) is not JSON",
    ],
    [
      { status: 404, text: "<html>" },
      "GET /api/v1/firewalls was not carried out: the platform does not offer it (404)",
    ],
  ])("says so where nothing shows whether it was carried out: %j", async (look, why) => {
    const { message } = await errorOf(() => removing(look).done);
    expect(message).toBe(
      `firewall policy "main" (fw_1) may be gone: its deletion was accepted, but it was not seen to go: ${why}. Run the same command again, or \`pulumi refresh\` before another one.`,
    );
  });
});

describe("a refresh after a deletion that was not seen to be carried out", () => {
  test("does not believe a list that may lag behind it", async () => {
    const gone = list(other);
    const { id, context } = await refreshed([list(there, other), gone, noGet, gone]);
    expect(id).toBe("");
    expect(context.clock.sleeps[0]).toBe(30_000);
  });

  test("keeps what is there all the same", async () => {
    const { id, context } = await refreshed([list(there), list(there)]);
    expect(id).toBe("fw_1");
    expect(context.said).toEqual([waits]);
  });

  test("says what is on its way, and how it leaves the state", async () => {
    const leaving = list({ ...there, status: "deleting" });
    const { id, context } = await refreshed([leaving, leaving]);
    expect(id).toBe("fw_1");
    expect(context.said).toEqual([
      waits,
      'warning: firewall policy "main": fw_1 is being deleted. Once it is gone, `pulumi refresh` takes it out of the state.',
    ]);
  });
});

test("a refresh takes a list at its word where nothing was deleted", async () => {
  const context = newContext([list(there)]);
  expect((await read(context, firewall, { id: "fw_1", props })).id).toBe("fw_1");
  expect(context.clock.sleeps).toEqual([]);
});

describe("a refresh after a run that was killed over a deletion", () => {
  const killed = new HostingError("unsent", "killed");
  const id = "web/tcp/20001";
  const inputs = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 8080 };
  const ports = "/api/v1/instances/web/ports";
  const shown = { protocol: "tcp", public_port: 20_001, target_port: 8080 };
  const forwards = (...answer: NonNullable<Expected["answer"]>[]) => ({
    call: `GET ${ports}`,
    answer,
  });

  /** The journal of a run that was killed right after it had sent the deletion. */
  async function journalOfKilled() {
    const call = `DELETE ${ports}?protocol=tcp&public_port=20001`;
    const earlier = newContext([{ call, error: killed }]);
    await errorOf(() => remove(earlier, portForward, { id, state: held(inputs) }));
    return earlier.journal;
  }

  test("does not believe a list of what has no name either", async () => {
    const journal = await journalOfKilled();
    const gone = forwards({ ...shown, public_port: 20_002 });
    const context = newContext([forwards(shown), gone, gone], { journal });
    expect((await read(context, portForward, { id, props: held(inputs) })).id).toBe("");
    expect(context.clock.sleeps[0]).toBe(30_000);
  });

  test("takes a list at its word once another one was made in its place", async () => {
    const journal = await journalOfKilled();
    const post = { call: `POST ${ports}`, body: shown, answer: shown };
    await create(newContext([post, forwards(shown)], { journal }), portForward, declared(inputs));
    const context = newContext([forwards(shown)], { journal });
    expect((await read(context, portForward, { id, props: held(inputs) })).id).toBe(id);
    expect(context.clock.sleeps).toEqual([]);
  });
});
