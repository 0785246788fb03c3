import type { WireRequest } from "../../../provider/http/transport/transport.ts";
import type { Mistake, World } from "./world.ts";

const mistakes: readonly [Mistake, ...Mistake[]] = [
  { is: "another organization's key", prefixes: ["/api/v1", "/v1", "/api/v2"] },
  // The prefixes may be one service or not (spec 1): a project may hold what `/v1` shows alone.
  { is: "another project's key", prefixes: ["/v1"] },
  { is: "another host", prefixes: ["/v1"] },
];

/** One run of the history has a key or a host that leads elsewhere; public addresses are others there. */
export const secondKey: World = (random) => ({
  mistake: random.pick(mistakes),
  platform:
    (next, { elsewhere }) =>
    async (request) => {
      if (!isFor(elsewhere.rootKey, request)) return next(request);
      const { method, target, headers, body } = request;
      const content = body === undefined ? {} : { body };
      const answer = await elsewhere.fetch(
        new Request(`http://elsewhere${target}`, { method, headers, ...content }),
      );
      const { status, headers: answered } = answer;
      const text = await answer.text();
      return {
        status,
        headers: Object.fromEntries(answered),
        body: text.replaceAll("2001:db8::", "2001:db8:1::"),
      };
    },
});

function isFor(key: string, { headers }: WireRequest): boolean {
  return headers["authorization"] === `Bearer ${key}`;
}
