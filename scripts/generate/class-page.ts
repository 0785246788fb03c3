import { boundsOf } from "./bounds.ts";
import { type Declarations, type Field, inputFields } from "./declarations.ts";
import { requestText, type Use } from "./endpoint-use.ts";
import { changeText, idText, orderTexts, priceText, replacementTexts } from "./facts.ts";
import { fieldName, typeCell, typeSections } from "./field-tables.ts";
import { bullets, code, names, page, section, table } from "./markdown.ts";
import type { ResourceClass } from "./model.ts";

/** The reference page of a class. */
export function classPage(about: ResourceClass, declarations: Declarations): string {
  const { source, definition, example } = about;
  const { className } = source;
  const inputs = inputFields(className, declarations);
  const outputs = declarations.get(`${className}Outputs`);
  return page(
    className,
    source.docs,
    section("Example", `\`\`\`ts\n${example.trimEnd()}\n\`\`\``),
    section("Inputs", inputTable(about, inputs, declarations), controlText(about)),
    section("Outputs", outputTable(about, declarations)),
    section("Types", ...typeSections([...inputs, ...(outputs?.fields ?? [])], declarations)),
    section("Replacement", bullets(replacementTexts(definition)), ...orderTexts(definition)),
    section("Limits", bullets([...choiceTexts(about), ...boundsOf(definition.inputs)])),
    section("Price", priceText(definition)),
    section("Id", idText(definition)),
    section("Adopt and get", ...takeOverTexts(about)),
    section("Requests", requestTable(about.uses)),
    section("Not shown by the specification", bullets(definition.gaps)),
  );
}

function inputTable(
  { definition }: ResourceClass,
  inputs: readonly Field[],
  declarations: Declarations,
): string {
  const { changes, defaults, oneOf, secrets } = definition;
  const rows = inputs.map((field) => [
    secrets.includes(field.name) ? `${code(field.name)} (secret)` : code(field.name),
    typeCell(field, declarations),
    oneOf.includes(field.name) ? "one of them" : field.isOptional ? "no" : "yes",
    defaultText(field, defaults[field.name]),
    changeText(definition, changes[field.name]),
    field.docs,
  ]);
  return table(["input", "type", "required", "default", "a change", "meaning"], rows);
}

/** A name that is left out is always made up; see `provider/lifecycle/identity/name.ts`. */
function defaultText({ name, isOptional }: Field, value: unknown): string {
  if (value !== undefined) return code(JSON.stringify(value));
  return name === "name" && isOptional ? code("<logical name>-<hash>") : "";
}

function controlText({ definition }: ResourceClass): string {
  const { createMinutes } = definition;
  const time =
    createMinutes === undefined
      ? ""
      : ` A create may take ${createMinutes} minutes unless they say otherwise.`;
  return `It also takes the [inputs of every class](README.md#inputs-of-every-class): \`adopt\` and \`timeouts\`.${time}`;
}

function outputTable({ source, definition }: ResourceClass, declarations: Declarations): string {
  const outputs = declarations.get(`${source.className}Outputs`);
  if (outputs === undefined || outputs.fields.length === 0) {
    return outputs?.docs || "None besides its inputs.";
  }
  const rows = outputs.fields.map((field) => [
    definition.secrets.includes(field.name) ? `${fieldName(field)} (secret)` : fieldName(field),
    typeCell(field, declarations),
    field.docs,
  ]);
  return table(["output", "type", "meaning"], rows);
}

function choiceTexts({ definition }: ResourceClass): readonly string[] {
  const { oneOf } = definition;
  return oneOf.length === 0 ? [] : [`exactly one of ${names(oneOf)} must be given`];
}

function takeOverTexts({ source, definition, uses }: ResourceClass): readonly string[] {
  if (uses.length === 0)
    return ["It is nothing on the platform, so there is nothing to take over."];
  const reads = uses.map(({ endpoint }) => endpoint).filter(({ method }) => method === "GET");
  const listed = reads.map((route) => `${code(requestText(route))} (${route.standing})`);
  const { shownOnce } = definition;
  return [
    reads.length === 0 ? "No route reads it." : `It is read by ${listed.join(" and ")}.`,
    takeOverText(source.className, uses),
    shownOnce.length === 0
      ? ""
      : `${names(shownOnce)} are shown at creation only: adopting leaves them unknown.`,
  ];
}

function takeOverText(className: string, uses: readonly Use[]): string {
  const isCreated = uses.some(({ endpoint }) => endpoint.method === "POST");
  const getting = `\`${className}.get("<name>", "<id>")\``;
  const reads = uses.map(({ endpoint }) => endpoint).filter(({ method }) => method === "GET");
  const takesOver = isCreated
    ? '`adopt: "<id>"` takes over an existing one'
    : "It creates nothing and always takes over what its inputs name, without `adopt`";
  const always = `${takesOver}; ${getting} reads one that the stack does not manage.`;
  if (reads.some(({ standing }) => standing === "documented")) return always;
  const blind = `the inputs are taken as true, with a warning, and ${getting} fails.`;
  return reads.length === 0
    ? `${takesOver}: ${blind}`
    : `${always} Where the platform has no such route, ${blind}`;
}

function requestTable(uses: readonly Use[]): string {
  if (uses.length === 0) return "It sends none.";
  const rows = uses.map(({ purpose, endpoint }) => [
    purpose,
    code(requestText(endpoint)),
    endpoint.scope,
    `spec ${endpoint.spec}`,
    endpoint.standing,
  ]);
  return table(["for", "request", "scope", "section", "status"], rows);
}
