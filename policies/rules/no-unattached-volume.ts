import { Volume, VolumeAttachment } from "../../resources/index.ts";
import { stackRule } from "../rule.ts";

export const noUnattachedVolume = stackRule(
  {
    name: "no-unattached-volume",
    topic: "storage",
    severity: "low",
    level: "advisory",
    about: "Every volume is attached to an instance.",
    fix: "Attach it with a VolumeAttachment, or remove it: it is billed either way.",
    settings: {},
  },
  (stack) => {
    const attached = new Set(
      stack.all(VolumeAttachment).flatMap((attachment) => attachment.sourcesOf("volumeId")),
    );
    return stack
      .all(Volume)
      .filter(({ urn }) => !attached.has(urn))
      .map((resource) => ({ resource, problem: "no VolumeAttachment of the stack names it" }));
  },
);
