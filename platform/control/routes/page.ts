import { z } from "zod";
import { type PictureFormat, pictureFormats } from "../../../graph/index.ts";
import { pageHeaders, pageText } from "../../page/page.ts";
import { type ControlRoute, Text } from "../route.ts";

const Wanted = z.strictObject({
  format: z.enum(pictureFormats).default("svg"),
  about: z.string().optional(),
});

/** The world to look at. */
export const pageRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/picture",
    about:
      "The objects of all projects and what links them, as SVG; `format` is `svg`, `mermaid` or `json`. With `about`, the key of an object, only that and what belongs to it.",
    example: { query: "?format=mermaid" },
    run: (platform, { query }) => {
      const { format, about } = query(Wanted);
      return new Text(platform.picture(format, about), { "content-type": contentTypes[format] });
    },
  },
  {
    method: "GET",
    path: "/page",
    about:
      "The world as a page that follows it: objects, requests, faults, the bill and the clock. It asks for no token, because it has no data: its script takes the token from `token=…` in the fragment of its address, which no browser sends.",
    example: {},
    open: true,
    run: () => new Text(pageText, pageHeaders),
  },
];

const contentTypes: Readonly<Record<PictureFormat, string>> = {
  svg: "image/svg+xml",
  mermaid: "text/plain; charset=utf-8",
  json: "application/json",
};
