import type { Engine } from "../engine.ts";
import type { Context } from "../kinds/index.ts";
import { type Graph, type Node, ordered } from "../picture/index.ts";
import { pictureOf } from "./picture.ts";

/** One object in a list of all. */
export interface ListedObject {
  /** Its kind and id, like `volume/vol_1`: unlike that of every other object. */
  readonly key: string;
  /** The word for one of it. */
  readonly noun: string;
  readonly name: string;
  /** Its main facts: `20 GB · eu-1`. */
  readonly detail: string;
  /** The platform's word for its state; empty where it has none. */
  readonly status: string;
  /** The meaning of the word. */
  readonly health: Node["health"];
}

/** Objects as pages show them. */
export interface Overview {
  readonly graph: Graph;
  readonly list: readonly ListedObject[];
}

/** Gives what is there, and works it out again only when something was changed or time has changed it. */
export function overviewOf(engine: Engine): () => Overview {
  const { database } = engine;
  let last:
    | { readonly revision: string; readonly until: number; readonly overview: Overview }
    | undefined;
  return () => {
    const context = engine.context();
    const { revision } = database;
    if (last === undefined || last.revision !== revision || context.now >= last.until) {
      last = { revision, until: nextChange(engine, context), overview: overviewAt(context) };
    }
    return last.overview;
  };
}

function overviewAt(context: Context): Overview {
  const graph = ordered(pictureOf(context));
  const list = graph.nodes.map(listed);
  // A project is shown where others lead to it; nobody makes, changes or deletes one by the API.
  return { graph, list: list.filter(({ noun }) => noun !== "project") };
}

function listed({ id: key, noun, name, detail, status = "", health }: Node): ListedObject {
  return { key, noun, name, detail, status, health };
}

/** Records say when they change by themselves in fields like `settled_at`. */
function nextChange({ database }: Engine, { now }: Context): number {
  const row = database.sql.get`SELECT min(next) AS next FROM (
    SELECT field.value AS next FROM objects, json_each(body) AS field
      WHERE field.key GLOB '*_at' AND field.type = 'integer'
    UNION ALL SELECT gone_at FROM objects) WHERE next > ${now}`;
  const next = row?.["next"];
  return typeof next === "number" ? next : Number.POSITIVE_INFINITY;
}
