import manifest from "../package.json" with { type: "json" };
import { runPlugin } from "../provider/plugin/main.ts";
import schema from "../provider/plugin/schema.json" with { type: "json" };
import { lookups } from "./_lookups.ts";
import { definitions, references } from "./_registry.ts";

void runPlugin({
  version: manifest.version,
  schema: () => JSON.stringify(schema),
  definitions,
  references,
  lookups,
});
