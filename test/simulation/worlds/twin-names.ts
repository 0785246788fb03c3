import type { Declaration, Program } from "../program.ts";
import type { World } from "./world.ts";

/** Two components of a program have a resource each with one logical name: their URNs tell them apart. */
export const twinNames: World = (random) => {
  const first = random.between(0, 3);
  const comesAt = random.between(0, 2);
  return {
    versions: (versions) =>
      versions.map((program, at) => (at < comesAt ? program : withTwin(program, first))),
  };
};

function withTwin(program: Program, place: number): Program {
  const found = program[place % program.length];
  // A resource composed of others is unique: an address has one assignment.
  if (found === undefined || Object.keys(found.links).length > 0) return program;
  return [...program, twinOf(found)];
}

function twinOf(declaration: Declaration): Declaration {
  const { name, inputs } = declaration;
  const twin = `${name}-twin`;
  const own = Object.entries(inputs).map(([input, value]) => [
    input,
    typeof value === "string" && value.includes(name) ? value.replace(name, twin) : value,
  ]);
  return {
    ...declaration,
    name: twin,
    logicalName: name,
    parent: "my:component:Db",
    inputs: Object.fromEntries(own),
  };
}
