import ts from "typescript";
import { literalsOf, type Member, membersOf } from "./members.ts";
import type { Component, Model } from "./model.ts";
import type { TypeSpec } from "./plugin-schema.ts";
import { SourceProblem } from "./source-problem.ts";

/** A property of a schema. */
type Property = TypeSpec & {
  readonly description?: string;
  readonly plain?: true;
  readonly secret?: true;
};

/** A resource of the schema, by whose inputs a component's are described. */
interface ResourceSpec {
  readonly description: string;
  readonly inputProperties: Readonly<Record<string, Property>>;
  readonly requiredInputs: readonly string[];
}

/** Where types of components are written, and what they refer to. */
export interface Place {
  readonly model: Model;
  /** The resources of the schema by their class. */
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  readonly types: Map<string, object>;
}

/** The token of a component, as its class registers it. */
export function componentToken({ source }: Component): string {
  return `hosting:components:${source.className}`;
}

/** A component as a program in any language has it: without `transform`, which is of functions. */
export function componentSpec({ source }: Component, place: Place) {
  const { className, docs } = source;
  const inputs = inputsOf(`${className}Args`, place);
  const outputs = source.outputs.flatMap((output) => {
    const parts = ts.isUnionTypeNode(output.type) ? [...output.type.types] : [output.type];
    const inner = parts.map((part) => argumentsOf(part, "pulumi.Output")[0]);
    const type = inner.find((one) => one !== undefined);
    return type === undefined ? [] : [{ ...output, type, isOptional: parts.some(isUndefined) }];
  });
  return {
    isComponent: true,
    description: docs.join("\n\n"),
    inputProperties: inputProperties(inputs, place),
    requiredInputs: requiredOf(inputs),
    properties: propertiesOf(outputs, place),
    required: outputs.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

function inputsOf(type: string, { model }: Place): readonly Member[] {
  return membersOf(model.named, type).filter(({ name }) => name !== "transform");
}

function requiredOf(members: readonly Member[]): readonly string[] {
  const needed = members.filter(({ isOptional, isChoice }) => !isOptional && !isChoice);
  return needed.map(({ name }) => name).toSorted();
}

function isUndefined({ kind }: ts.TypeNode): boolean {
  return kind === ts.SyntaxKind.UndefinedKeyword;
}

/** Numbers of components are counts; what a program has to know when it runs is plain. */
function inputProperties(members: readonly Member[], place: Place) {
  const { classes } = place.model;
  const isSecret = (name: string) =>
    classes.some(({ definition }) => definition.secrets.includes(name));
  const entries = members.map((member) => {
    const { name, type } = member;
    const { [name]: spec = {} } = propertiesOf([member], place);
    const isCount = spec.type === "number";
    const isPlain = ["number", "boolean"].includes(type.getText()) || isChoiceOfWords(type, place);
    return [
      name,
      {
        ...spec,
        ...(isCount ? { type: "integer" } : {}),
        ...(isPlain ? { plain: true as const } : {}),
        ...(isSecret(name) ? { secret: true as const } : {}),
      },
    ] as const;
  });
  return Object.fromEntries(entries);
}

function isChoiceOfWords(type: ts.TypeNode, { model }: Place): boolean {
  const node = model.named.get(type.getText());
  return node !== undefined && ts.isTypeAliasDeclaration(node) && literalsOf(node.type).length > 0;
}

function propertiesOf(
  members: readonly Member[],
  place: Place,
): Readonly<Record<string, Property>> {
  const entries = members.map(({ name, type, docs }) => {
    const spec: Property = { ...specOf(type, place), description: docs };
    return [name, spec] as const;
  });
  return Object.fromEntries(entries);
}

/** The type arguments of a reference to a type of this name. */
function argumentsOf(type: ts.TypeNode, name: string): readonly ts.TypeNode[] {
  if (!ts.isTypeReferenceNode(type) || type.typeName.getText() !== name) return [];
  return type.typeArguments ?? [];
}

function specOf(type: ts.TypeNode, place: Place): TypeSpec {
  if (ts.isUnionTypeNode(type)) return unionSpec(type, place);
  if (ts.isArrayTypeNode(type)) return { type: "array", items: specOf(type.elementType, place) };
  if (ts.isIndexedAccessTypeNode(type)) {
    const [key = ""] = ts.isLiteralTypeNode(type.indexType) ? literalsOf(type.indexType) : [];
    return fieldSpec(type.objectType.getText(), key, place);
  }
  if (ts.isTypeReferenceNode(type)) return referenceSpec(type, place);
  // `false` in the place of an object leaves a child out.
  if (ts.isLiteralTypeNode(type)) return { type: "boolean" };
  return { type: type.getText() };
}

function unionSpec({ types }: ts.UnionTypeNode, place: Place): TypeSpec {
  const [first, ...others] = types.filter((one) => !isUndefined(one));
  if (first === undefined) throw new SourceProblem("A component has an input of nothing.");
  // A child of another component is passed by its id.
  const each = [first, ...others].filter((one) => !isComponent(one, place));
  const specs = each.map((one) => specOf(one, place));
  const [only = {}] = specs;
  return specs.length === 1 ? only : { oneOf: specs };
}

function isComponent(type: ts.TypeNode, { model }: Place): boolean {
  return model.components.some(({ source }) => source.className === type.getText());
}

function referenceSpec(type: ts.TypeReferenceNode, place: Place): TypeSpec {
  const name = type.typeName.getText();
  const [first, second] = type.typeArguments ?? [];
  if (first === undefined) return namedSpec(name, place);
  if (name === "Reference") return { type: "string" };
  if (name === "Record" && second !== undefined)
    return { type: "object", additionalProperties: specOf(second, place) };
  if (name === "Omit") return objectSpec(first.getText(), literalsOf(second), place);
  if (name === "pulumi.Input" || name === "Readonly") return specOf(first, place);
  throw new SourceProblem(`${type.getText()} has no place in the schema: add it to specOf.`);
}

function namedSpec(name: string, place: Place): TypeSpec {
  const node = place.model.named.get(name);
  const literals = node && ts.isTypeAliasDeclaration(node) ? literalsOf(node.type) : [];
  if (node === undefined || literals.length === 0) return objectSpec(name, [], place);
  const token = `hosting:components:${name}`;
  const declared = place.model.declarations.get(name);
  place.types.set(token, {
    type: "string",
    description: declared?.docs ?? "",
    enum: literals.map((value) => ({ value })),
  });
  return { $ref: `#/types/${token}` };
}

/** The arguments of a class, or another interface, as a type of the schema. */
function objectSpec(name: string, without: readonly string[], place: Place): TypeSpec {
  const [, className = name] = /^(\w+)Args$/.exec(name) ?? [];
  const known = [...place.types.keys()].find((token) => token.endsWith(`:${className}`));
  const isClass = place.resources.has(className);
  if (known !== undefined && !isClass) return { $ref: `#/types/${known}` };
  const { properties, required, description } = shapeOf(name, className, place);
  const token = `hosting:components:${className}${className === name ? "" : "Settings"}`;
  const left = ([key]: [string, unknown]) => !without.includes(key);
  place.types.set(token, {
    type: "object",
    description,
    properties: Object.fromEntries(Object.entries(properties).filter(left)),
    required: required.filter((key) => !without.includes(key)),
  });
  return { $ref: `#/types/${token}` };
}

function shapeOf(name: string, className: string, place: Place) {
  const resource = place.resources.get(className);
  if (resource !== undefined) {
    const { inputProperties: properties, requiredInputs: required, description } = resource;
    return { properties, required, description };
  }
  const members = inputsOf(name, place);
  const isInput = className !== name;
  return {
    properties: isInput ? inputProperties(members, place) : propertiesOf(members, place),
    required: requiredOf(members),
    description: place.model.declarations.get(name)?.docs ?? "",
  };
}

/** `HealthGateArgs["probe"]`: what that input of the class is. */
function fieldSpec(args: string, key: string, { resources, model, types }: Place): TypeSpec {
  const className = args.replace(/Args(WithImage|WithSource)?$/, "");
  const spec = resources.get(className)?.inputProperties[key];
  if (spec !== undefined) {
    const { type, $ref, items } = spec;
    return JSON.parse(JSON.stringify({ type, $ref, items }));
  }
  const found = membersOf(model.named, args).find(({ name }) => name === key);
  if (found === undefined) throw new SourceProblem(`${args} has no ${key}.`);
  return specOf(found.type, { resources, model, types });
}
