import type { Engine } from "../engine.ts";
import { servedRoutes } from "../kinds/index.ts";
import { draw, type PictureFormat } from "../picture/index.ts";
import { around } from "./around.ts";
import { detailsOf } from "./details.ts";
import { type Overview, overviewOf } from "./listed.ts";
import type { Platform } from "./platform.ts";

/** The objects, listed, drawn and looked at; unchanged results are not computed again. */
export function objectViews(engine: Engine): Pick<Platform, "overview" | "details" | "picture"> {
  const { database } = engine;
  const overview = overviewOf(engine);
  const drawn = pictures();
  return {
    overview: () => database.read(() => overview().list),
    picture: (format, about) => drawn(database.read(overview), format, about),
    details: (key) =>
      database.read(() => {
        const context = engine.context();
        const routes = servedRoutes(context.assumptions, context.settings.routes);
        return detailsOf(key, context, { ...overview(), routes });
      }),
  };
}

/** Draws, and keeps the last picture. */
function pictures() {
  let last: { readonly of: readonly unknown[]; readonly text: string } | undefined;
  return ({ graph }: Overview, format: PictureFormat, about: string | undefined): string => {
    const of = [graph, format, about];
    if (last === undefined || of.some((part, at) => part !== last?.of[at])) {
      last = { of, text: draw(about === undefined ? graph : around(graph, about), format) };
    }
    return last.text;
  };
}
