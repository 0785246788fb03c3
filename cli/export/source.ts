import { Link, type Resource } from "./program.ts";
import { Setting } from "./setting.ts";

/** The default width at which formatters break lines. */
const width = 80;

/** One resource as a statement, in the form that formatters give it. */
export function statementOf(resource: Resource, isProtected: boolean): string {
  const { identifier, className, name, inputs, area } = resource;
  const left = `export const ${identifier} =`;
  const call = `new hosting.${className}(`;
  const hugging = `${quoted(name)}, {`;
  // An identifier that is too long for the call has a line to itself.
  const isBroken = `${left} ${call}`.length > width;
  const indent = isBroken ? 2 : 0;
  const start = isBroken ? `${left}\n  ${call}` : `${left} ${call}`;
  const line = isBroken ? `  ${call}` : start;
  const [outer, inner] = [" ".repeat(indent), " ".repeat(indent + 2)];
  const argsAt = (at: number) => printed(inputs, { area, indent: at, column: 0 });
  const options = isProtected ? `${inner}{ protect: true },\n` : "";
  return options === "" && line.length + hugging.length <= width
    ? `${start}${quoted(name)}, ${argsAt(indent)});\n`
    : `${start}\n${inner}${quoted(name)},\n${inner}${argsAt(indent + 2)},\n${options}${outer});\n`;
}

/** Behind keys of this length, formatters leave a text in their line: below it, it would gain nothing. */
const shortKey = 4;

interface Place {
  readonly area: string;
  readonly indent: number;
  /** Characters before it in its line, and a comma behind. */
  readonly column: number;
}

/** Plain data as a statement's value. */
export function dataText(value: unknown): string {
  return printed(value, { area: "", indent: 0, column: 0 });
}

/** A value as formatters leave it: objects on separate lines, lists on one line where they fit. */
function printed(value: unknown, place: Place): string {
  if (value instanceof Link) return linkText(value.to, place.area);
  if (value instanceof Setting) return callText(value, place);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return listText(value, place);
  if (typeof value !== "object" || value === null) return String(value);
  return objectText(value, place);
}

function linkText({ area, identifier }: Resource, inArea: string): string {
  return area === inArea ? identifier : `${area}.${identifier}`;
}

function callText({ reader, key }: Setting, { indent, column }: Place): string {
  const line = `${reader}(${quoted(key)})`;
  if (column + line.length < width) return line;
  const inner = " ".repeat(indent + 2);
  return `${reader}(\n${inner}${quoted(key)},\n${" ".repeat(indent)})`;
}

function objectText(value: object, { area, indent }: Place): string {
  const inner = " ".repeat(indent + 2);
  const entries = Object.entries(value).map(([key, item]) => {
    const name = keyText(key);
    const column = inner.length + name.length + 2;
    const text = printed(item, { area, indent: indent + 2, column });
    const isLong = column + text.length + 1 > width && isBreakable(item) && name.length > shortKey;
    return `${inner}${name}:${isLong ? `\n${inner}  ` : " "}${text},\n`;
  });
  return entries.length === 0 ? "{}" : `{\n${entries.join("")}${" ".repeat(indent)}}`;
}

/** A text that does not fit gets a separate line. */
function isBreakable(item: unknown): boolean {
  return typeof item === "string" || item instanceof Link;
}

function listText(items: readonly unknown[], { area, indent, column }: Place): string {
  const isOfObjects = items.some((item) => typeof item === "object" && !(item instanceof Link));
  const texts = items.map((item) =>
    printed(item, { area, indent: indent + 2, column: indent + 2 }),
  );
  const line = `[${texts.join(", ")}]`;
  if (!isOfObjects && column + line.length < width) return line;
  const inner = " ".repeat(indent + 2);
  return `[\n${texts.map((text) => `${inner}${text},\n`).join("")}${" ".repeat(indent)}]`;
}

/** Written plainly, `__proto__` would be no key of the object. */
function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? key : quoted(key);
}

/** In the quotes that need fewer escapes, double ones where it makes no difference. Nothing in it is invisible. */
function quoted(text: string): string {
  const double = JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  const count = (quote: string) => text.split(quote).length - 1;
  if (count('"') <= count("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
