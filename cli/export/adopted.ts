import type { Resource } from "./program.ts";
import { dataText } from "./source.ts";

/** Name of the module below. */
export const adoptedFile = "adopted.ts";

/** The module that makes the first `up` take the objects over; without it, the program is the usual one. */
export function adoptedText(adopted: readonly Resource[]): string {
  const byType = Map.groupBy(adopted, ({ subject }) => subject.definition.type);
  const ids = Object.fromEntries(
    [...byType]
      .toSorted()
      .map(([type, ofType]) => [
        type,
        Object.fromEntries(ofType.map(({ name, subject }) => [name, subject.id])),
      ]),
  );
  return `import * as pulumi from "@pulumi/pulumi";

/**
 * The objects that the first \`pulumi up\` takes over: ids by class and name.
 * Once it has, delete this file and its line in index.ts.
 */
const ids: Record<string, Record<string, string>> = ${dataText(ids)};

pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
  const hostingType = type.replace("pulumi-nodejs:dynamic/hosting/", "");
  const adopt = ids[hostingType]?.[name];
  if (adopt === undefined) return undefined;
  return { props: { ...props, adopt }, opts };
});
`;
}
