import { describe, expect, onTestFinished, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import type { Transport, WireResponse } from "../../../../provider/http/transport/transport.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { endRun } from "../../../../provider/lifecycle/end-run.ts";
import type { Context } from "../../../../provider/lifecycle/operation/context.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { declared, errorOf, partialFailureOf } from "../../../support/session.ts";
import { openVirtualWorld } from "../../../support/virtual-world.ts";

const none = { inbound: [], outbound: [] };
const ping = { inbound: [{ protocol: "icmp" }], outbound: [] };
const own = (logicalName: string, name: string, rules: Props = none) =>
  declared({ name, ...rules }, logicalName);

const json = { "content-type": "application/json" };
const page = { status: 404, headers: { "content-type": "text/plain" }, body: "no such route" };
const missing = { status: 404, headers: json, body: '{"error":"Not Found"}' };
const refused = { status: 405, headers: json, body: '{"error":"method not allowed"}' };

/** A platform that answers so where a firewall is to be read, changed or deleted. */
function without(answer: WireResponse, hasIds: boolean) {
  return (platform: Transport): Transport => ({
    async send(request) {
      if (request.target.startsWith("/api/v1/firewalls/")) return answer;
      const { body, ...rest } = await platform.send(request);
      return { ...rest, body: hasIds ? body : body.replaceAll(/"id":"fw_\w+",/g, "") };
    },
    close: () => platform.close(),
  });
}

/** Two firewalls that an earlier run made under names of the user's own, "a" and "b". */
async function openStage(answer: WireResponse, hasIds: boolean) {
  const world = openVirtualWorld({ around: without(answer, hasIds), paced: false });
  onTestFinished(() => world[Symbol.dispose]());
  const { platform, clock } = world;
  /** A run that comes to its end, with a process of its own. */
  const run = async <T>(work: (process: Context) => Promise<T>, deletedByHand: string[] = []) => {
    const process = { ...world.newProcess(), deletedByHand };
    const result = await clock.during(work(process));
    endRun(process);
    return result;
  };
  const made = await run(async (process) => ({
    first: await create(process, firewall, own("first", "a")),
    second: await create(process, firewall, own("second", "b")),
  }));
  await run(async (process) => {
    await diff(process, firewall, { ...made.first, inputs: own("first", "a") });
    await diff(process, firewall, { ...made.second, inputs: own("second", "b") });
  });
  return {
    ...{ run, ...made },
    there: () => platform.snapshot().firewall.map(({ id: _id, ...rest }) => rest),
    creates: () => platform.requests({ method: "POST" }).length,
    deleteByHand(name: string) {
      const found = platform.snapshot().firewall.find((shown) => shown["name"] === name);
      platform.act({ method: "DELETE", path: `/api/v1/firewalls/${found?.["id"]}` });
    },
  };
}

const notDeleted = (name: string, id: string) =>
  `firewall policy "${name}" (${id}) was not deleted: the platform offers no way to delete a firewall policy. Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=Firewall:${id}.`;
const taken = (name: string, id: string, hasIds: boolean) =>
  `firewall policy "${name}" was not created: ${id} has the name ${hasIds ? '"a"' : "already"}. After \`--replace\`, set deleteBeforeReplace: true for this run; else delete it in the console, take another name, or set adopt to its id.`;
const second = { name: "b", ...none };
const both = [{ name: "a", ...none }, second];

describe.each([
  ["404 in plain text", page, true],
  ["404 in plain text, and answers without ids", page, false],
  ["404 in JSON", missing, true],
  ["404 in JSON, and answers without ids", missing, false],
  ["405", refused, true],
  ["405, and answers without ids", refused, false],
])(
  "of two firewalls with names of the user's own, where no route deletes one: %s (seed 724008)",
  (_what, answer, hasIds) => {
    test("the second is not given the first's name, whichever goes first", async () => {
      const stage = await openStage(answer, hasIds);
      const inputs = own("second", "a");
      const { message } = await stage.run(async (process) => {
        await diff(process, firewall, { ...stage.first, inputs: own("first", "a") });
        const { replaces } = await diff(process, firewall, { ...stage.second, inputs });
        expect(replaces).toEqual(["name"]);
        return errorOf(() => create(process, firewall, inputs));
      });
      expect(message).toBe(
        'firewall policy "second" was not created: firewall policy "first" has the name "a": set another `name` for this one.',
      );
      const error = await stage.run((process) =>
        errorOf(() => remove(process, firewall, stage.second)),
      );
      expect(error.message).toBe(notDeleted("second", stage.second.id));
      expect([stage.there(), stage.creates()]).toEqual([both, 2]);
    });

    test("the first is replaced by `--replace` once it is deleted by hand", async () => {
      const stage = await openStage(answer, hasIds);
      const inputs = own("first", "a");
      const { id } = stage.first;
      const { message } = await stage.run((process) =>
        errorOf(() => create(process, firewall, inputs)),
      );
      expect(message).toBe(taken("first", id, hasIds));
      const error = await stage.run((process) =>
        errorOf(() => remove(process, firewall, stage.first)),
      );
      expect(error.message).toBe(notDeleted("first", id));
      expect([stage.there(), stage.creates()]).toEqual([both, 2]);
      stage.deleteByHand("a");
      await stage.run(
        async (process) => {
          await remove(process, firewall, stage.first);
          await create(process, firewall, inputs);
        },
        [`Firewall:${id}`],
      );
      expect([stage.there(), stage.creates()]).toEqual([[second, both[0]], 3]);
    });

    test("the first gets other rules once it is deleted by hand", async () => {
      const stage = await openStage(answer, hasIds);
      const inputs = own("first", "a", ping);
      const failure = await stage.run((process) =>
        partialFailureOf(() => update(process, firewall, { ...stage.first, inputs })),
      );
      expect(failure.message).toBe(
        'firewall policy "first" was not changed: the platform offers no way to update it. Run `pulumi up` again: it will be replaced.',
      );
      const { id, properties: state } = failure;
      const { message } = await stage.run(async (process) => {
        const difference = await diff(process, firewall, { id, state, inputs });
        expect(difference).toMatchObject({ replaces: ["inbound"], deleteBeforeReplace: true });
        return errorOf(() => remove(process, firewall, { id, state }));
      });
      expect(message).toBe(notDeleted("first", id));
      expect([stage.there(), stage.creates()]).toEqual([both, 2]);
      stage.deleteByHand("a");
      const made = await stage.run(
        async (process) => {
          await diff(process, firewall, { id, state, inputs });
          await remove(process, firewall, { id, state });
          return create(process, firewall, inputs);
        },
        [`Firewall:${id}`],
      );
      expect([stage.there(), stage.creates()]).toEqual([[second, { name: "a", ...ping }], 3]);
      const seen = await stage.run((process) =>
        read(process, firewall, { id: made.id, props: made.state }),
      );
      expect([seen.id, seen.state["inbound"]]).toEqual([made.id, ping.inbound]);
    });

    test("the second is not given it either by a run that takes the first out of the program", async () => {
      const stage = await openStage(answer, hasIds);
      const inputs = own("second", "a");
      const { created, deleted } = await stage.run(async (process) => {
        await diff(process, firewall, { ...stage.second, inputs });
        return {
          created: await errorOf(() => create(process, firewall, inputs)),
          deleted: await errorOf(() => remove(process, firewall, stage.first)),
        };
      });
      expect(created.message).toBe(taken("second", stage.first.id, hasIds));
      expect(deleted.message).toBe(notDeleted("first", stage.first.id));
      expect([stage.there(), stage.creates()]).toEqual([both, 2]);
    });

    test("the first stays where the user says that it was deleted and it was not", async () => {
      const stage = await openStage(answer, hasIds);
      const { id } = stage.first;
      const { message } = await stage.run(
        (process) => errorOf(() => remove(process, firewall, stage.first)),
        [`Firewall:${id}`],
      );
      expect(message).toBe(
        `firewall policy "first" (${id}) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there. Delete it in the console and run again, or run without that setting to have it deleted here.`,
      );
      expect([stage.there(), stage.creates()]).toEqual([both, 2]);
    });
  },
);
