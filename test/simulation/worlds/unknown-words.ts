import { type Item, withItems } from "./json.ts";
import type { World } from "./world.ts";

const anew: Readonly<Record<string, string>> = {
  running: "powered_on",
  stopped: "halted",
  frozen: "iced",
  available: "detached",
  in_use: "mounted",
  active: "ok",
  ready: "synced",
};

/** Words for what lasts are none that anybody listed (spec 3: not shown). */
export const unknownWords: World = (random) => {
  const words = Object.entries(anew).filter(() => random.chance(0.8));
  const known = new Map(words);
  const change = (item: Item) => {
    const word = known.get(String(item["status"]));
    return word === undefined ? item : { ...item, status: word };
  };
  return { platform: (next) => async (request) => withItems(await next(request), change) };
};
