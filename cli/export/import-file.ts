import { providerText, tokenOf } from "../../provider/definition/resource-class.ts";
import { pickOutputs } from "../../provider/lifecycle/record/state.ts";
import type { Resource } from "./program.ts";
import { Setting } from "./setting.ts";

/**
 * A file for `pulumi import --file`: with inputs and outputs in it, the engine takes a dynamic resource
 * into the state without asking for a provider, of which an import knows nothing.
 */
export function importFileText(resources: readonly Resource[]): string {
  return `${JSON.stringify({ resources: resources.map(entryOf) }, null, 2)}\n`;
}

/** False for what has a value to fill in, which may be a secret: a file would hold it in plain text. */
export function isImportable({ inputs }: Resource): boolean {
  return !Object.values(inputs).some((value) => value instanceof Setting);
}

function entryOf({ name, subject }: Resource) {
  const { definition, id, inputs: said, observed } = subject;
  const inputs = { ...definition.defaults, ...said, __provider: providerText(definition.type) };
  const outputs = { ...inputs, ...pickOutputs(definition, observed) };
  return { type: tokenOf(definition.type), name, id, inputs, outputs };
}
