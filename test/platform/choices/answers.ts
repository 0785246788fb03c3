import type { answerChoices } from "../../../platform/choices/answers.ts";
import { containerBody, idOf, imageBody, instanceBody, volumeBody } from "../support.ts";
import { type ChoiceCase, creating, twice } from "./asking.ts";

export const answers: Readonly<Record<keyof typeof answerChoices, ChoiceCase>> = {
  "answers.created": creating("/v1/volumes", volumeBody(), [201, 200]),
  "answers.started": {
    ask: async ({ send }) => [
      (await send("POST /v1/images/import", imageBody())).status,
      (await send("POST /v1/instances", instanceBody())).status,
    ],
    answers: [twice(201), twice(202)],
  },
  "answers.deleted": {
    ask: async ({ send }) => {
      const network = Object((await send("POST /api/v1/networks", { name: "a" })).body).id;
      const volume = idOf(await send("POST /v1/volumes", volumeBody()));
      const deleted = [
        await send(`DELETE /api/v1/networks/${network}`),
        await send(`DELETE /v1/volumes/${volume}`),
      ];
      return deleted.map(({ status, body }) => [status, body]);
    },
    answers: [
      twice([204, undefined]),
      [
        [200, { message: "deleted" }],
        [204, undefined],
      ],
    ],
  },
  "answers.action": {
    ask: async ({ send }) => {
      await send("POST /api/v1/instances", containerBody());
      const answer = await send("POST /api/v1/instances/web/action", { action: "stop" });
      const { image, result, status } = Object(answer.body);
      return { image, result, status };
    },
    answers: [
      { image: "debian/13", result: undefined, status: "stopped" },
      { image: undefined, result: "success", status: "stopped" },
    ],
  },
  "answers.object": {
    ask: async ({ send }) => {
      const volume = Object((await send("POST /v1/volumes", volumeBody())).body);
      const address = Object((await send("POST /v1/floating-ips", { region: "eu" })).body);
      return [volume.name, volume.data?.name, address.region];
    },
    answers: [
      ["data", undefined, "eu"],
      [undefined, "data", "eu"],
    ],
  },
  "answers.list": {
    ask: async ({ send }) => (await send("GET /v1/volumes")).body,
    answers: [[], { data: [] }, { items: [] }],
  },
  "answers.listItems": {
    ask: async ({ send, clock }) => {
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      const [item] = Object((await send("GET /api/v1/instances")).body);
      const whole = Object((await send("GET /api/v1/instances/web")).body);
      return [item.name, "ipv6_addresses" in item, "ipv6_addresses" in whole];
    },
    answers: [
      ["web", true, true],
      ["web", false, true],
    ],
  },
  "words.busy": {
    ask: async ({ send, platform }) => {
      platform.configure({ volumeSeconds: 9, stopSeconds: 9, resizeSeconds: 9 });
      const path = "/v1/volumes";
      const volume = await send(`POST ${path}`, volumeBody());
      const grown = await send(`PATCH ${path}/${idOf(volume)}`, { size_gb: 20 });
      const machine = await send("POST /v1/instances", instanceBody());
      const action = `/v1/instances/${idOf(machine)}/action`;
      const stopping = await send(`POST ${action}`, { action: "stop" });
      const image = await send("POST /v1/images/import", imageBody());
      return [volume, grown, machine, stopping, image].map(({ body }) => Object(body).status);
    },
    answers: [
      ["creating", "resizing", "provisioning", "stopping", "importing"],
      ["Creating", "Resizing", "Provisioning", "Stopping", "Importing"],
      ["allocating", "updating", "spawning", "processing", "downloading"],
    ],
  },
};
