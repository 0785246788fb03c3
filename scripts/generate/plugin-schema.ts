import { z } from "zod";
import { defaultAssumptions } from "../../contract/assumptions.ts";
import { findRoute } from "../../contract/routes.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { choicesOf, type LookupDefinition } from "../../provider/definition/lookup.ts";
import { controlInputs } from "../../provider/lifecycle/record/state.ts";
import { nativeToken } from "../../provider/plugin/declaration.ts";
import { providerNames, secretSettings, settingNames } from "../../provider/setting-names.ts";
import { componentSpec, componentToken } from "./component-schema.ts";
import { type Declarations, type Field, inputFields } from "./declarations.ts";
import type { Model, ResourceClass } from "./model.ts";
import { SourceProblem } from "./source-problem.ts";

/** A type of the package schema of Pulumi. */
export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly secret?: true;
  readonly default?: unknown;
  readonly willReplaceOnChanges?: true;
}

type Properties = Readonly<Record<string, PropertySpec>>;

/** The types that properties refer to, by token. */
type Types = Map<string, object>;

/** The JSON schema of a value. */
interface Json {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Json | boolean;
  readonly anyOf?: readonly Json[];
}

/** Where a type is written: its token is `hosting:<area>:<name>`. */
interface Place {
  readonly area: string;
  readonly name: string;
  readonly field: Field | undefined;
  readonly declarations: Declarations;
  readonly types: Types;
}

const anything: TypeSpec = { $ref: "pulumi.json#/Any" };

/** `provider/plugin/schema.json`: the package for every language, as Pulumi's generators read it; without a version. */
export function pluginSchema(model: Model, lookups: readonly LookupDefinition[]): string {
  const { classes, declarations, lookups: docs, components } = model;
  const types: Types = new Map([[timeoutsToken, timeouts]]);
  const specs = new Map(
    classes.map((one) => [one.source.className, resourceSpec(one, declarations, types)]),
  );
  const resources = classes.map(({ definition, source }) => [
    nativeToken(definition.type),
    specs.get(source.className),
  ]);
  const place = { model, resources: specs, types };
  const composed = components.map((one) => [componentToken(one), componentSpec(one, place)]);
  const functions = lookups.map((lookup) => {
    const about = docs.find(({ name }) => name === lookup.name)?.docs ?? "";
    return [
      nativeToken(`${lookup.area}:${lookup.name}`),
      functionSpec(lookup, about, { declarations, types }),
    ];
  });
  const schema = {
    name: "hosting",
    displayName: "Hosting",
    description:
      "Manage a cloud hosting platform: instances, volumes, floating IPs, load balancers and certificates.",
    keywords: ["pulumi", "hosting", "category/cloud"],
    license: "Apache-2.0",
    attribution: "",
    config: { variables: settings(declarations, { isStack: true }) },
    provider: {
      description:
        "Settings of one account or embedded platform. The environment never overrides them.",
      inputProperties: settings(declarations, { isStack: false }),
      properties: settings(declarations, { isStack: false }),
    },
    functions: Object.fromEntries(functions),
    types: Object.fromEntries([...types].toSorted(byName)),
    resources: Object.fromEntries([...resources, ...composed]),
    language: {
      nodejs: { respectSchemaVersion: true },
      python: { respectSchemaVersion: true, pyproject: { enabled: true } },
      go: {
        importBasePath: "pulumi-hosting/sdk/go/hosting",
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function byName([one]: [string, object], [other]: [string, object]): number {
  return one < other ? -1 : 1;
}

function resourceSpec(
  { source, definition }: ResourceClass,
  declarations: Declarations,
  types: Types,
) {
  const { className, docs } = source;
  const outputFields = declarations.get(`${className}Outputs`)?.fields ?? [];
  const context = { definition, declarations, types };
  const inputs = propertiesOf(definition.inputs, inputFields(className, declarations), context);
  const outputs = propertiesOf(definition.outputs, outputFields, context);
  const always = ["name", ...Object.keys(definition.defaults)].filter((name) => name in inputs);
  const required = requiredIn(definition.inputs);
  const isListed = findRoute(definition.kind, "list", defaultAssumptions) !== undefined;
  return {
    description: docs,
    inputProperties: { ...inputs, ...controlProperties(declarations) },
    requiredInputs: required,
    properties: { ...inputs, ...outputs },
    required: [...new Set([...required, ...always, ...requiredIn(definition.outputs)])].toSorted(),
    ...(isListed
      ? { listInputs: { description: `Every ${definition.noun} that the key can see.` } }
      : {}),
  };
}

function functionSpec(
  lookup: LookupDefinition,
  about: string,
  context: Pick<Place, "declarations" | "types">,
) {
  const { area, name, list, shape } = lookup;
  const fieldsIn = (type: string) => context.declarations.get(type)?.fields ?? [];
  const capital = capitalized(name);
  const result = fieldsIn(`${capital}Result`);
  const itemType = result.find((field) => field.name === list)?.mentions[0] ?? `${capital}Result`;
  const item = context.declarations.get(itemType);
  const itemName = list === undefined ? capital : itemType;
  const place = { ...context, area, name: itemName, field: undefined };
  const properties = Object.entries(jsonOf(shape).properties ?? {}).map(([key, json]) => {
    const field = item?.fields.find((one) => one.name === key);
    return [
      key,
      {
        ...typeOf(json, { ...place, name: itemName + capitalized(key), field }),
        ...description(field),
      },
    ];
  });
  const object = { type: "object", properties: Object.fromEntries(properties) };
  const token = `hosting:${area}:${itemName}`;
  if (list !== undefined) context.types.set(token, { ...object, description: item?.docs ?? "" });
  const items = { type: "array", items: { $ref: `#/types/${token}` } };
  const inputs = functionInputs(lookup, fieldsIn(`${capital}Args`));
  return {
    description: about,
    ...(inputs === undefined ? {} : { inputs }),
    outputs:
      list === undefined
        ? object
        : { type: "object", properties: { [list]: items }, required: [list] },
  };
}

/** All are texts; only an argument that has no other beside it is always needed. */
function functionInputs(lookup: LookupDefinition, fields: readonly Field[]) {
  const { filters = [] } = lookup;
  const choices = choicesOf(lookup);
  const names = [...choices, ...filters];
  if (names.length === 0) return undefined;
  const properties = names.map((name) => {
    const field = fields.find((one) => one.name === name);
    return [name, { type: "string", ...description(field) }];
  });
  const required = choices.length === 1 ? { required: choices } : {};
  return { type: "object", properties: Object.fromEntries(properties), ...required };
}

function requiredIn(schema: z.ZodObject): readonly string[] {
  return [...(jsonOf(schema).required ?? [])].toSorted();
}

function jsonOf(schema: z.ZodObject): Json {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Json; // Of what zod writes, this is what is read here.
}

function propertiesOf(
  schema: z.ZodObject,
  fields: readonly Field[],
  {
    definition,
    declarations,
    types,
  }: { definition: Definition; declarations: Declarations; types: Types },
): Properties {
  const [area = "", className = ""] = definition.type.split(":");
  const entries = Object.entries(jsonOf(schema).properties ?? {}).map(([name, json]) => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) throw new SourceProblem(`${definition.type} has no field ${name}.`);
    const place = { area, name: className + capitalized(name), field, declarations, types };
    const isReplaced = definition.changes[name]?.on === "replace";
    const byDefault = definition.defaults[name as keyof typeof definition.defaults];
    const spec: PropertySpec = {
      ...typeOf(json, place),
      ...description(field),
      ...(definition.secrets.includes(name) ? { secret: true } : {}),
      ...(typeof byDefault === "string" || typeof byDefault === "number"
        ? { default: byDefault }
        : {}),
      // As a fact for people: `replaceOnChanges` would have the engine replace what only differs in spelling.
      ...(isReplaced ? { willReplaceOnChanges: true } : {}),
    };
    return [name, spec] as const;
  });
  return Object.fromEntries(entries);
}

function typeOf(json: Json, place: Place): TypeSpec {
  if (json.enum !== undefined) return enumType(json.enum, place);
  if (json.items !== undefined) return { type: "array", items: typeOf(json.items, place) };
  if (json.properties !== undefined) return objectType(json, place);
  const { additionalProperties: values } = json;
  if (typeof values === "object") {
    return { type: "object", additionalProperties: typeOf(values, place) };
  }
  if (json.anyOf?.every(({ type }) => type === "string") === true) return { type: "string" };
  return isScalar(json.type) ? { type: json.type } : anything;
}

function isScalar(type: string | undefined): type is string {
  return ["string", "integer", "number", "boolean"].includes(type ?? "");
}

function enumType(values: readonly string[], { area, name, field, types }: Place): TypeSpec {
  const token = `hosting:${area}:${name}`;
  types.set(token, {
    type: "string",
    ...description(field),
    enum: values.map((value) => ({ value })),
  });
  return { $ref: `#/types/${token}` };
}

/** An object has the name of its interface; one that is written in place has that of its class and field. */
function objectType(json: Json, place: Place): TypeSpec {
  const { area, field, declarations, types } = place;
  const declared = field?.mentions
    .map((name) => declarations.get(name))
    .find((one) => one !== undefined);
  const name = declared?.name ?? place.name;
  const token = `hosting:${area}:${name}`;
  const properties = Object.entries(json.properties ?? {}).map(([key, value]) => {
    const inner = declared?.fields.find((one) => one.name === key);
    const spec = typeOf(value, { ...place, name: name + capitalized(key), field: inner });
    return [key, { ...spec, ...description(inner) }];
  });
  types.set(token, {
    type: "object",
    ...(declared === undefined ? {} : { description: declared.docs }),
    properties: Object.fromEntries(properties),
    required: [...(json.required ?? [])].toSorted(),
  });
  return { $ref: `#/types/${token}` };
}

function description(field: Field | undefined): { readonly description?: string } {
  return field === undefined || field.docs === "" ? {} : { description: field.docs };
}

const timeoutsToken = "hosting:index:Timeouts";

const duration: TypeSpec = { oneOf: [{ type: "number" }, { type: "string" }] };

const timeouts = {
  type: "object",
  description: 'How long operations may take: seconds, or a text like "15m".',
  properties: { create: duration, read: duration, update: duration, delete: duration },
};

/** Inputs of every class. One that does nothing is not offered. */
function controlProperties(declarations: Declarations): Properties {
  const fields = declarations.get("ControlArgs")?.fields ?? [];
  const specs: Readonly<Record<string, TypeSpec>> = {
    adopt: { type: "string" },
    timeouts: { $ref: `#/types/${timeoutsToken}` },
  };
  const entries = Object.entries(specs).map(([name, spec]) => {
    if (!controlInputs.includes(name)) throw new SourceProblem(`${name} is no control input.`);
    return [name, { ...spec, ...description(fields.find((field) => field.name === name)) }];
  });
  return Object.fromEntries(entries);
}

/** Only the stack's config has defaults from the environment: a key from there may belong to another account. */
function settings(declarations: Declarations, { isStack }: { isStack: boolean }): Properties {
  const fields = declarations.get("ProviderArgs")?.fields ?? [];
  const names = Object.entries(settingNames).filter(
    ([name]) => isStack || providerNames.includes(name),
  );
  const entries = names.map(([name, variable]) => {
    const field = fields.find((one) => one.name === name);
    const spec =
      stackSettings[name] ?? (field && { ...settingType(field.type), ...description(field) });
    if (spec === undefined) throw new SourceProblem(`ProviderArgs has no field ${name}.`);
    return [
      name,
      {
        ...spec,
        ...(secretSettings.some((one) => one === name) ? { secret: true } : {}),
        ...(isStack ? { defaultInfo: { environment: [variable] } } : {}),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** Settings that are no arguments of a `Provider`. */
const stackSettings: Properties = {
  prices: {
    type: "object",
    additionalProperties: { type: "number" },
    description:
      "Your own prices in dollars a month, for what the platform shows no price of, like `instance.plan.small`.",
  },
};

function settingType(written: string): TypeSpec {
  if (written.includes("Record")) return { type: "object", additionalProperties: anything };
  if (/\bnumber\b/.test(written)) return { type: "integer" };
  return { type: /\bboolean\b/.test(written) ? "boolean" : "string" };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
