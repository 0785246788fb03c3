import { z } from "zod";
import type { Definition } from "../../provider/definition/definition.ts";

/** A value that no answer shows: a program reads it from the stack's config. */
export class Setting {
  /** Key in the config. */
  readonly key: string;
  readonly isSecret: boolean;
  /** The call that reads it, e.g. `config.requireNumber`. */
  readonly reader: string;

  constructor(key: string, isSecret: boolean, reader: string) {
    this.key = key;
    this.isSecret = isSecret;
    this.reader = reader;
  }
}

/** The setting for an input of a resource. */
export function settingOf(definition: Definition, name: string, input: string): Setting {
  const [, className = ""] = definition.type.split(":");
  const key = `${className.charAt(0).toLowerCase()}${className.slice(1)}-${name}-${input}`;
  const isSecret = definition.secrets.includes(input);
  const asked = typeOf(definition.inputs.shape[input], `hosting.${className}Args["${input}"]`);
  return new Setting(key, isSecret, `config.require${isSecret ? "Secret" : ""}${asked}`);
}

/** How a value of the schema is asked for. */
function typeOf(schema: z.core.$ZodType | undefined, type: string): string {
  if (schema instanceof z.core.$ZodOptional) return typeOf(schema._zod.def.innerType, type);
  if (schema instanceof z.core.$ZodString) return "";
  if (schema instanceof z.core.$ZodNumber) return "Number";
  if (schema instanceof z.core.$ZodEnum) {
    const words = Object.values(schema._zod.def.entries).map((word) => JSON.stringify(word));
    return `<${words.join(" | ")}>`;
  }
  return `Object<${type}>`;
}
