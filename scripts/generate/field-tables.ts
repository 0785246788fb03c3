import { type Declaration, type Declarations, type Field, mentionedBy } from "./declarations.ts";
import { code, table } from "./markdown.ts";

/** A type in a table: a link to where its fields are, when this page has them. */
export function typeCell(
  { type, mentions }: Pick<Field, "type" | "mentions">,
  declarations: Declarations,
): string {
  const described = mentions.find((name) => declarations.has(name));
  return described === undefined ? code(type) : `[${code(type)}](#${described.toLowerCase()})`;
}

/** The name of a field as TypeScript writes it: with a question mark where it may be missing. */
export function fieldName({ name, isOptional }: Field): string {
  return code(isOptional ? `${name}?` : name);
}

/** A table of fields. */
export function fieldTable(
  heading: string,
  fields: readonly Field[],
  declarations: Declarations,
): string {
  const rows = fields.map((field) => [fieldName(field), typeCell(field, declarations), field.docs]);
  return table([heading, "type", "meaning"], rows);
}

/** Sections for the types that fields mention. */
export function typeSections(
  fields: readonly Pick<Field, "mentions">[],
  declarations: Declarations,
): readonly string[] {
  return mentionedBy(fields, declarations).map((declaration) =>
    [`### ${declaration.name}`, declaration.docs, contentOf(declaration, declarations)]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
}

function contentOf({ fields, alias }: Declaration, declarations: Declarations): string {
  return alias === undefined ? fieldTable("field", fields, declarations) : code(alias.type);
}
