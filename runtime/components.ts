import { ComponentResource } from "@pulumi/pulumi";
import type { Component } from "../provider/plugin/construct.ts";

/** The components among the exports of a module, by their names. */
export function componentsIn(exports: object): ReadonlyMap<string, Component> {
  return new Map(
    Object.entries(exports).filter(
      ([, value]) => typeof value === "function" && value.prototype instanceof ComponentResource,
    ),
  );
}
