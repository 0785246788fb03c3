import type { storageChoices } from "../../../platform/choices/storage.ts";
import { idOf, imageBody, volumeBody } from "../support.ts";
import { type ChoiceCase, poolVolume, snapshot } from "./asking.ts";

export const storage: Readonly<Record<keyof typeof storageChoices, ChoiceCase>> = {
  "volumes.detachTwice": {
    ask: async ({ send }) => {
      const volume = idOf(await send("POST /v1/volumes", volumeBody()));
      return (await send(`POST /v1/volumes/${volume}/detach`)).status;
    },
    answers: [200, 409],
  },
  "volumes.largest": {
    ask: async ({ send }) => {
      const large = await send("POST /v1/volumes", { ...volumeBody("large"), size_gb: 16_385 });
      const small = idOf(await send("POST /v1/volumes", volumeBody("small")));
      const grown = await send(`PATCH /v1/volumes/${small}`, { size_gb: 16_385 });
      return [large.status, grown.status];
    },
    answers: [
      [201, 200],
      [422, 422],
    ],
  },
  "pools.names": {
    ask: async ({ send }) => [
      (await send("GET /api/v1/storage/pools")).body,
      (await send("POST /api/v1/storage/pools/fast/volumes", poolVolume)).status,
    ],
    answers: [
      [[{ name: "default" }], 404],
      [[{ name: "default" }, { name: "fast" }], 201],
    ],
  },
  "poolVolumes.size": {
    ask: async ({ send }) => {
      const made = await send("POST /api/v1/storage/pools/default/volumes", { name: "data" });
      return [made.status, Object(made.body).config?.size];
    },
    answers: [
      [422, undefined],
      [201, "10GiB"],
    ],
  },
  "images.snapshot": {
    ask: async ({ send, clock }) => {
      const image = idOf(await snapshot(send, "nightly"));
      const statusNow = async () => Object((await send(`GET /v1/images/${image}`)).body).status;
      const first = await statusNow();
      clock.pass(1);
      return [first, await statusNow()];
    },
    answers: [
      ["available", "available"],
      ["creating", "available"],
    ],
  },
  "images.snapshotNames": {
    ask: async ({ send }) => (await snapshot(send, "missing-one")).status,
    answers: [201, 404],
  },
  "images.osType": {
    ask: async ({ send }) => {
      const { os_type: _os, ...body } = imageBody();
      const { status, body: image } = await send("POST /v1/images/import", body);
      return [status, Object(image).os_type];
    },
    answers: [
      [422, undefined],
      [201, "linux"],
    ],
  },
  "images.failingUrl": {
    ask: async ({ send, platform }) => {
      platform.configure({ importSeconds: 0 });
      const words = ["broken", "fail"].map(async (word) => {
        const url = `https://images.test/${word}.qcow2`;
        const made = await send("POST /v1/images/import", { ...imageBody(word), url });
        return Object((await send(`GET /v1/images/${idOf(made)}`)).body).status;
      });
      return Promise.all(words);
    },
    answers: [
      ["error", "available"],
      ["available", "error"],
    ],
  },
};
