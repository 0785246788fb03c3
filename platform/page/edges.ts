import { valuesAt } from "../../contract/values/values-at.ts";
import type { Edge, LinkWord } from "../../graph/index.ts";
import { keyOf, type Shown } from "./shown.ts";

/** What links objects, in the words and directions of `hosting graph`. */
export function edgesOf(objects: readonly Shown[]): readonly Edge[] {
  const keys = new Set(objects.map(keyOf));
  return objects.flatMap((object) =>
    links
      .filter(({ kind }) => kind === object.kind)
      .flatMap(({ field, to, label, isTurned = false }) => {
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

interface Link {
  readonly kind: Shown["kind"];
  /** The field that names the other object; through lists and objects with dots. */
  readonly field: string;
  readonly to: readonly Shown["kind"][];
  readonly label: LinkWord;
  /** True where the other object stands above. */
  readonly isTurned?: true;
}

const links: readonly Link[] = [
  { kind: "floatingIp", field: "instanceId", to: ["instance"], label: "assigned" },
  { kind: "portForward", field: "instance", to: ["container"], label: "forward" },
  { kind: "loadBalancer", field: "backendInstances", to: ["instance"], label: "backend" },
  {
    ...{ kind: "loadBalancer", field: "forwardingRules.certificateId" },
    ...{ to: ["certificate"], label: "certificate" },
  },
  { kind: "instance", field: "source.imageId", to: ["image"], label: "image" },
  { kind: "volume", field: "instanceId", to: ["instance"], label: "attach", isTurned: true },
  {
    ...{ kind: "image", field: "source.instanceId", label: "snapshot" },
    to: ["instance", "container", "server"],
  },
  { kind: "image", field: "sharedWith", to: ["project"], label: "shares", isTurned: true },
  { kind: "projectMember", field: "projectId", to: ["project"], label: "member" },
];
