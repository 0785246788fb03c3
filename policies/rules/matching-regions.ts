import { FloatingIpAssignment, VolumeAttachment } from "../../resources/index.ts";
import { regionsApart, sources } from "../facts/joined.ts";
import { stackRule } from "../rule.ts";

export const matchingRegions = stackRule(
  {
    name: "matching-regions",
    topic: "reliability",
    severity: "high",
    level: "advisory",
    about: "Volumes and floating IPs are in the region of the instance they are joined to.",
    fix: "Make both in one region.",
    settings: {},
  },
  (stack) => {
    const joints = [
      ...stack.all(VolumeAttachment).map((joint) => [joint, "volumeId"] as const),
      ...stack.all(FloatingIpAssignment).map((joint) => [joint, "floatingIpId"] as const),
    ];
    return joints.flatMap(([joint, property]) =>
      sources(stack, joint, property).flatMap((resource) =>
        regionsApart(resource, sources(stack, joint, "instanceId"), "its instance"),
      ),
    );
  },
);
