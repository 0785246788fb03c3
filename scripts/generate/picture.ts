import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pictureOf } from "../../cli/graph/picture.ts";
import { readDrawable } from "../../cli/graph/read.ts";
import { draw } from "../../platform/picture/index.ts";

/** The stack of the example that the README starts with, as the CLI exported it. */
const exported = "test/fixtures/previews/load-balanced-app.state.json";

/** What `pulumi-hosting graph` draws of it. */
export function examplePicture(root: string): string {
  const text = readFileSync(join(root, exported), "utf8");
  return draw(pictureOf(readDrawable({ text, from: exported })), "svg");
}
