import { pathOf, withItems } from "./json.ts";
import type { World } from "./world.ts";

/** Every answer but the create's has a field for each secret, and something else in it (spec 2.6). */
export const maskedSecrets: World = (random) => {
  const mask = random.pick<unknown>(["********", null, "", "hidden"]);
  return {
    platform: (next) => async (request) => {
      const answer = await next(request);
      if (request.method !== "GET" || !pathOf(request).startsWith("/storage/buckets"))
        return answer;
      return withItems(answer, (item) => ({ ...item, access_key: mask, secret_key: mask }));
    },
  };
};
