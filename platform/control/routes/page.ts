import { z } from "zod";
import { type PictureFormat, pictureFormats } from "../../../graph/index.ts";
import { pageHeaders, pageText } from "../../page/page.ts";
import type { ControlRoute } from "../route.ts";

const Wanted = z.strictObject({ format: z.enum(pictureFormats).default("svg") });

/** The world to look at. */
export const pageRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/picture",
    about:
      "The objects of all projects and what links them, as SVG; `format` is `svg`, `mermaid`, `dot` or `json`.",
    example: { query: "?format=mermaid" },
    run: (platform, { query }) => {
      const { format } = query(Wanted);
      return new Response(platform.picture(format), {
        headers: { "content-type": contentTypes[format], ...unkept },
      });
    },
  },
  {
    method: "GET",
    path: "/page",
    about:
      "The picture as a page that follows the world. It asks for no token, because it has no data: its script takes the token from `token=…` in the fragment of its address, which no browser sends.",
    example: {},
    open: true,
    run: () => new Response(pageText, { headers: { ...pageHeaders, ...unkept } }),
  },
];

const unkept = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

const contentTypes: Readonly<Record<PictureFormat, string>> = {
  svg: "image/svg+xml",
  mermaid: "text/plain; charset=utf-8",
  dot: "text/vnd.graphviz; charset=utf-8",
  json: "application/json",
};
