import { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

/** The bounds of the inputs that a schema holds as plain numbers, one sentence per input. */
export function boundsOf(inputs: z.ZodObject): readonly string[] {
  return boundsIn(z.toJSONSchema(inputs, { unrepresentable: "any" }), "");
}

function boundsIn(schema: Schema, path: string): readonly string[] {
  const own = wordsFor(schema);
  const { items } = schema;
  const item = typeof items === "object" && !Array.isArray(items) ? items : {};
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...(own.length > 0 ? [`\`${path}\`: ${own.join(", ")}`] : []),
    ...fields.flatMap(([name, field]) =>
      typeof field === "object" ? boundsIn(field, path === "" ? name : `${path}.${name}`) : [],
    ),
    ...(items === undefined ? [] : boundsIn(item, `${path}[]`)),
  ];
}

function wordsFor(schema: Schema): readonly string[] {
  switch (schema.type) {
    case "integer":
      return ["a whole number", ...rangeWords(schema)];
    case "number":
      return rangeWords(schema);
    case "array":
      return schema.minItems ? [`at least ${schema.minItems === 1 ? "one" : schema.minItems}`] : [];
    case "string":
      return textWords(schema);
    default:
      return [];
  }
}

/** The largest numbers JavaScript can count with are no bounds of the platform. */
function rangeWords({ minimum, maximum }: Schema): readonly string[] {
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (least !== undefined && most !== undefined) return [`${least} to ${most}`];
  if (least !== undefined) return [`at least ${least}`];
  return most === undefined ? [] : [`at most ${most}`];
}

/** The bound "not empty" is left out: it is obvious. */
function textWords({ format, pattern, maxLength }: Schema): readonly string[] {
  const formats: Readonly<Record<string, string>> = {
    email: "an e-mail address",
    uri: "an address",
  };
  const form = format === undefined ? undefined : formats[format];
  if (form !== undefined) return [form];
  const matches = pattern === undefined ? [] : [`matches \`${pattern}\``];
  return maxLength === undefined ? matches : [...matches, `at most ${maxLength} characters`];
}
