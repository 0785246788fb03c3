import { forwardsByContainer } from "../facts/forwards.ts";
import { stackRule } from "../rule.ts";

export const portForwardConflict = stackRule(
  {
    name: "port-forward-conflict",
    topic: "reliability",
    severity: "high",
    level: "mandatory",
    about: "No two forwards of a container use one public port.",
    fix: "Give one of them another port of the container's block.",
    settings: {},
  },
  (stack) =>
    [...forwardsByContainer(stack).values()].flatMap((forwards) => {
      const taken = new Map<string, string>();
      return forwards.flatMap(({ resource, publicPort }) => {
        const { protocol } = resource.properties;
        if (typeof protocol !== "string") return [];
        const port = `${protocol}/${publicPort}`;
        const other = taken.get(port);
        taken.set(port, other ?? resource.name);
        if (other === undefined) return [];
        return [{ resource, problem: `publicPort ${port} is used by "${other}" already` }];
      });
    }),
);
