import { describe, expect, test, vi } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, keyMark, newContext, world } from "../../../support/session.ts";
import { after, list, none, web } from "./lost-create.ts";

const tokenOf = (inputs: Props) =>
  intentOf({ world, keyMark: () => keyMark }, container, inputs).token;

describe("a create that an earlier run may have made", () => {
  describe("with another API key", () => {
    const other = () => after((kept, intent) => kept.sent({ ...intent, sentBy: "anotherK" }));

    test("is not looked for: to the key of another account it is missing", async () => {
      const error = await errorOf(() =>
        create(newContext([], { journal: other() }), container, web),
      );
      expect(error.code).toBe("key");
      expect(error.message).toBe(
        'container "main" was not created: a run with another API key may have made it. Check hosting:apiKey; with a new key of the same account run HOSTING_ACCEPT_WORLD=embedded:world_1 pulumi up.',
      );
    });

    test("is named by its id where that is known", async () => {
      const journal = after((kept, intent) => {
        kept.made({ ...intent, sentBy: "anotherK" }, "web-1");
      });
      const error = await errorOf(() => create(newContext([], { journal }), container, web));
      expect(error.message).toContain("a run with another API key made web-1. Check");
    });

    test("is not taken over by its name where the user says that it was deleted: it is somebody's", async () => {
      const journal = after((kept, intent) => {
        kept.made({ ...intent, sentBy: "anotherK" }, "web-1");
      });
      const context = newContext([list({})], { journal, deletedByHand: ["web-1"] });
      expect((await errorOf(() => create(context, container, web))).code).toBe("key");
    });

    test("is looked for when the user says that it is the same account", async () => {
      const context = newContext([list({})], { journal: other(), acceptWorld: world });
      expect((await create(context, container, web)).id).toBe("web-1");
    });

    const networks = {
      call: "GET /api/v1/networks",
      answer: [{ id: "net_4h7q9d2s", name: "net" }],
    };

    test("is not gone by its id because something that key saw last answers to this one, which may see a project alone", async () => {
      const journal = after((kept, intent) => {
        kept.made({ ...intent, sentBy: "anotherK" }, "web-1");
      });
      const gone = { call: "GET /api/v1/instances/web-1", status: 404, answer: { error: "none" } };
      const context = newContext([networks, none, gone, none], { journal });
      const props = { ...held({ name: "net" }), __seenBy: "anotherK" };
      await read(context, network, { id: "net_4h7q9d2s", props });
      expect((await errorOf(() => create(context, container, web))).code).toBe("key");
      expect(journal.find(tokenOf(web))?.id).toBe("web-1");
    });

    test("is looked for when something that key saw last answers to this one", async () => {
      const context = newContext([networks, list({})], { journal: other() });
      const props = { ...held({ name: "net" }), __seenBy: "anotherK" };
      await read(context, network, { id: "net_4h7q9d2s", props });
      expect((await create(context, container, web)).id).toBe("web-1");
    });

    test("is looked for when the engine compares a moment later what says that this key followed that one", async () => {
      const context = newContext([list({})], { journal: other() });
      const state = { ...held({ name: "net" }), __seenBefore: ["anotherK"] };
      const work = { id: "net_1", state, inputs: declared({ name: "net" }) };
      vi.spyOn(context.clock, "sleep").mockImplementationOnce(async () => {
        compare(context, network, work);
      });
      expect((await create(context, container, web)).id).toBe("web-1");
    });

    describe("is known by an id that nothing else has", () => {
      const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
      const look = { call: "GET /v1/volumes/vol_7m2k8r4t" };
      const shown = { id: "vol_7m2k8r4t", name: "data", region: "eu", size_gb: 10 };

      function made(id: string) {
        const { journal } = newContext();
        const intent = intentOf({ world, keyMark: () => "anotherK" }, volume, inputs);
        journal.made(intent, id);
        return journal;
      }

      test("and taken over where this key sees it", async () => {
        const seen = { ...look, answer: shown };
        const context = newContext([seen, seen], { journal: made("vol_7m2k8r4t") });
        expect((await create(context, volume, inputs)).id).toBe("vol_7m2k8r4t");
      });

      test("and is not gone where it does not", async () => {
        const missing = {
          ...look,
          status: 404,
          answer: { error: "volume vol_7m2k8r4t not found" },
        };
        const context = newContext([missing], { journal: made("vol_7m2k8r4t") });
        expect((await errorOf(() => create(context, volume, inputs))).code).toBe("key");
      });

      test("and made anew where the user says that it was deleted, whichever key looks", async () => {
        const missing = {
          ...look,
          status: 404,
          answer: { error: "volume vol_7m2k8r4t not found" },
        };
        const calls: readonly Expected[] = [
          missing,
          {
            call: "POST /v1/volumes",
            body: { name: "data", region: "eu", size_gb: 10 },
            answer: { ...shown, id: "vol_2" },
          },
          { call: "GET /v1/volumes/vol_2", answer: { ...shown, id: "vol_2" } },
        ];
        const deletedByHand = ["Volume:vol_7m2k8r4t"];
        const context = newContext(calls, { journal: made("vol_7m2k8r4t"), deletedByHand });
        expect((await create(context, volume, inputs)).id).toBe("vol_2");
      });

      test("but not by a count, which another account's may have as well", async () => {
        const context = newContext([], { journal: made("vol_12") });
        expect((await errorOf(() => create(context, volume, inputs))).code).toBe("key");
      });
    });
  });

  test("of a key that this one followed is looked for, as a state says that a refresh brought up to date", async () => {
    const journal = after((kept, intent) => kept.sent({ ...intent, sentBy: "anotherK" }));
    const context = newContext([list({})], { journal });
    const state = { ...held({ name: "net" }), __seenBefore: ["anotherK"] };
    compare(context, network, { id: "net_1", state, inputs: declared({ name: "net" }) });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("of a key that this one followed is not believed to be gone: an account's and a project's may take turns", async () => {
    const gone = { call: "GET /api/v1/instances/web-1", status: 404, answer: { error: "none" } };
    const journal = after((kept, intent) => {
      const sent = { ...intent, sentBy: "anotherK" };
      kept.sent(sent);
      kept.made(sent, "web-1");
    });
    const context = newContext([none, gone, none], { journal });
    const state = { ...held({ name: "net" }), __seenBefore: ["anotherK"] };
    compare(context, network, { id: "net_1", state, inputs: declared({ name: "net" }) });
    expect((await errorOf(() => create(context, container, web))).code).toBe("key");
  });

  test("of a key that this one followed on what accounts share is not", async () => {
    const journal = after((kept, intent) => kept.sent({ ...intent, sentBy: "anotherK" }));
    const context = newContext([], { journal });
    const source = { instanceId: "inst_1", snapshot: "s" };
    const inputs = declared({ name: "base", source });
    const state = { ...held({ name: "base", source }), __seenBefore: ["anotherK"] };
    compare(context, image, { id: "img_1", state, inputs });
    expect((await errorOf(() => create(context, container, web))).code).toBe("key");
  });

  test("of a key that a third one followed is not", async () => {
    const journal = after((kept, intent) => kept.sent({ ...intent, sentBy: "anotherK" }));
    const context = newContext([], { journal });
    const state = { ...held({ name: "net" }), __seenBy: "third", __seenBefore: ["anotherK"] };
    compare(context, network, { id: "net_1", state, inputs: declared({ name: "net" }) });
    expect((await errorOf(() => create(context, container, web))).code).toBe("key");
  });
});
