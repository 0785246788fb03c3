import { hash } from "node:crypto";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Intent } from "../../coordination/journal.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hasMadeId, idNamespace } from "../identity/ids.ts";
import { placeOf, stackOf, subjectWithName } from "../identity/subject.ts";
import { journalWorld } from "../identity/world.ts";
import { isNamed, pickInputs, replacingInputs, sorted } from "../record/state.ts";
import type { Context } from "./context.ts";

type Settings = Pick<Context, "world" | "keyMark">;

/** The create of an object with these inputs, as the journal names it. */
export function intentOf(context: Settings, definition: Definition, inputs: Props): Intent {
  const { prefix } = kinds[definition.kind];
  // A name finds the object again, so it tells creates apart also where an update changes it.
  const { name } = inputs;
  const distinct = { name, ...replacingInputs(definition, inputs) };
  const place = [journalWorld(context.world), ...placeOf(definition, inputs)];
  return {
    token: hashOf([...place, sorted(distinct)]),
    declaration: hashOf(place),
    subject: subjectWithName(definition, inputs),
    stack: stackOf(inputs),
    type: idNamespace(definition),
    sentBy: prefix === null ? undefined : context.keyMark(prefix),
    isNamed: isNamed(definition) || hasMadeId(definition),
  };
}

/** Names a declaration, as intents do. */
export function declarationOf(context: Settings, definition: Definition, props: Props): string {
  return intentOf(context, definition, pickInputs(definition, props)).declaration;
}

function hashOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 20);
}
