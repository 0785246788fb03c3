import { ComponentResource } from "@pulumi/pulumi";
import manifest from "../package.json" with { type: "json" };
import type { Component } from "../provider/plugin/construct.ts";
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
  components: async () => componentsIn(await import("./components/index.ts")),
});

/** The components among the exports of a module, by their names. */
function componentsIn(exports: object): ReadonlyMap<string, Component> {
  return new Map(
    Object.entries(exports).filter(
      ([, value]) => typeof value === "function" && value.prototype instanceof ComponentResource,
    ),
  );
}
