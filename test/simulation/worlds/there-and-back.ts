import type { Program } from "../program.ts";
import type { World } from "./world.ts";

/** A program goes back to what it said before, while the change to the newer one is under way. */
export const thereAndBack: World = (random) => ({
  unaided: true,
  versions: (versions) => {
    const [before, after] = [versions.at(-2), versions.at(-1)];
    if (before === undefined || after === undefined) return versions;
    const back = withSizesOf(before, after);
    return [...versions, ...(random.chance(0.3) ? [back, after, back] : [back])];
  },
});

/** A volume cannot shrink (spec 2.7): whoever goes back keeps its size. */
function withSizesOf(before: Program, after: Program): Program {
  return before.map((declaration) => {
    const sizeGb = after.find(({ name }) => name === declaration.name)?.inputs["sizeGb"];
    return sizeGb === undefined
      ? declaration
      : { ...declaration, inputs: { ...declaration.inputs, sizeGb } };
  });
}
