import { describe, expect, test } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import { examples } from "../../kinds/_all.ts";
import { flawsIn } from "../../support/message-form.ts";
import { failureOf, json, openStage, refused, secretKey } from "./stage.ts";

const name = "the-frontend-of-the-shop-in-the-second-region-of-the-production-";
/** What a platform may say: what is in the way, whose it is, and more than a message can repeat. */
const taken = `the name ${name} is taken: it exists already in this project, and the quota is spent as well`;
const missing =
  "nothing called net_1, inst_1, cont_1, vol_1, img_1, fip_1, cert_1 or web was found in all the account";
const refusals = [400, 401, 402, 403, 404, 405, 409, 413, 422, 429, 500, 503].flatMap((status) =>
  [taken, missing].map((reason) => ({ status, reason })),
);
type Refused = (typeof refusals)[number];

/** A platform that refuses what `isRefused` says, and has nothing. */
function stageThat({ status, reason }: Refused, isRefused: (call: string) => boolean) {
  const answer = (call: string) => (isRefused(call) ? refused(status, reason) : json(200, []));
  return openStage(answer, { nameOf: () => name });
}

/** A key is made by hand, and a gate asks no platform: neither is refused anything. */
const asking = examples.flatMap(({ creation, ...one }) =>
  creation === null ? [] : [{ ...one, id: creation.id }],
);

describe.each(asking)("a message about $type with a long name and a long reason", (one) => {
  const { type, sample: inputs, id } = one;
  const everything = () => true;

  test.each(refusals)("that is not created: $status, $reason", async (refusal) => {
    const stage = stageThat(refusal, (call) => !call.startsWith("GET "));
    const { message } = await failureOf(() => stage.create(type, inputs));
    expect(flawsIn(message, secretKey), message).toEqual([]);
  });

  test.each(refusals)(
    "on a platform that refuses everything: $status, $reason",
    async (refusal) => {
      const stage = stageThat(refusal, everything);
      const changed = { ...inputs, ...one.other };
      const works = [
        () => stage.create(type, inputs),
        () => stage.update(type, { id, state: inputs, inputs: changed }),
        () => stage.read(type, id, inputs),
        () => stage.remove(type, id, inputs),
      ];
      // What is not there is gone already: that fails nothing.
      const ended = await Promise.allSettled(works.map((work) => work()));
      const errors = ended.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) {
        const { message } = await failureOf(() => Promise.reject(error));
        expect(flawsIn(message, secretKey), message).toEqual([]);
      }
    },
  );
});

test("the platform's words give way to what to do, and an error tells which of them it quotes", () => {
  const message = `Volume "data" was not made: ${taken}. ${"Go on. ".repeat(30)}`;
  const error = new HostingError("refused", message, { reason: taken });
  expect(error.message).toHaveLength(300);
  expect(error.message).toContain(`: ${error.reason}. Go on.`);
  expect(error.reason).toMatch(/^the name the-fr.*….*quota is spent as well$/);
});
