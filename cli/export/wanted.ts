import { idPrefixes, isPathSegment } from "../../contract/ids.ts";
import { suggestion } from "../../contract/values/nearest.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Wanted } from "../../provider/inventory/singles.ts";
import { idNamespace } from "../../provider/lifecycle/identity/ids.ts";
import { CommandError } from "../exit.ts";

/** What `--id` names: objects, and places like projects, which nothing lists. */
export interface Asked {
  readonly wanted: readonly Wanted[];
  readonly places: readonly string[];
}

/**
 * Reads ids as people give them: `vol_…`, whose prefix tells what it is, or `Class:id`.
 *
 * @throws CommandError for one that is neither.
 */
export function wantedOf(ids: readonly string[], definitions: readonly Definition[]): Asked {
  const all = [...new Set(ids)];
  const places = all.filter((id) => id.startsWith(idPrefixes.project ?? "proj_"));
  const others = all.filter((id) => !places.includes(id));
  const bad = all.find((id) => !partsOf(id).every(isPathSegment));
  if (bad !== undefined)
    throw notRead(bad, "it is no id: ids have letters, digits and any of ._@+-");
  return { places, wanted: others.map((id) => wantedBy(id, definitions)) };
}

function wantedBy(text: string, definitions: readonly Definition[]): Wanted {
  const [className, id] = text.split(/:(.*)/s);
  if (id === undefined) return byPrefix(text, definitions);
  const classes = new Map(definitions.map((one) => [one.type.split(":")[1] ?? "", one]));
  const definition = classes.get(className ?? "");
  if (definition !== undefined) return { definition, id };
  throw notRead(
    text,
    `there is no class ${className}; ${suggestion(className ?? "", [...classes.keys()])}`,
  );
}

function byPrefix(id: string, definitions: readonly Definition[]): Wanted {
  const definition = definitions.find(
    (one) => idNamespace(one) === one.kind && id.startsWith(idPrefixes[one.kind] ?? " "),
  );
  if (definition !== undefined) return { definition, id };
  throw notRead(id, "its prefix names no class. Write it like LoadBalancer:<id>");
}

/** `Class:parent/own` without its class. */
function partsOf(text: string): readonly string[] {
  return text.slice(text.indexOf(":") + 1).split("/");
}

function notRead(id: string, why: string): CommandError {
  return new CommandError(
    `Nothing was read: --id ${id.slice(0, 60)} was not understood, because ${why}.`,
  );
}
