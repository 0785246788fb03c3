import { createHash } from "node:crypto";
import { type ControlRoute, controlPrefix, Text } from "../control/index.ts";
import { style as pictureStyle } from "../picture/index.ts";
import { script } from "./_script.ts";
import { style } from "./style.ts";

/** The page without any data. */
const pageText = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Embedded platform</title>
<style>${style}</style>
</head>
<body data-control="${controlPrefix}">
<noscript>Scripts are needed to show the platform.</noscript>
<div id="page"></div>
<script>${script}</script>
</body>
</html>
`;

/** Nothing but the scripts and styles of this page and of the pictures is run, and only its own origin is asked. */
const pageHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)} ${hashOf(pictureStyle)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** The route of the control API that answers the page. */
export const pageRoute: ControlRoute = {
  method: "GET",
  path: "/page",
  about:
    "A page that follows the platform: objects, picture, requests, faults, monthly cost and the clock. It asks for no token, because it has no data: its script takes the token from `token=…` in the fragment of its address, which no browser sends.",
  example: {},
  open: true,
  run: () => new Text(pageText, pageHeaders),
};

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
