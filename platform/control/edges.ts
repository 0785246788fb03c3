import { valuesAt } from "../../contract/values/values-at.ts";
import { keyOf, shownKind } from "../kinds/index.ts";
import type { Edge } from "../picture/index.ts";
import type { Shown } from "./shown.ts";

/** The links between objects, in the words and directions of `pulumi-hosting graph`. */
export function edgesOf(objects: readonly Shown[]): readonly Edge[] {
  const keys = new Set(objects.map(keyOf));
  return objects.flatMap((object) =>
    (shownKind(object.kind)?.links ?? []).flatMap(({ field, to, label, isTurned = false }) => {
      const own = keyOf(object);
      const named = valuesAt(object.fields, field.split("."));
      const others = named.flatMap((id) => to.map((kind) => keyOf({ kind, id: String(id) })));
      return [...new Set(others)]
        .filter((other) => keys.has(other))
        .map((other) =>
          isTurned ? { from: other, to: own, label } : { from: own, to: other, label },
        );
    }),
  );
}
