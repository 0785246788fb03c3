import { Volume } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";

export const volumeSize = resourceRule(
  {
    name: "volume-size",
    topic: "storage",
    severity: "medium",
    level: "advisory",
    about: "Volumes are within size bounds.",
    fix: "Choose a size within the bounds, or change them; a volume never shrinks.",
    settings: {
      minGb: integer(
        "Smallest volume in GB; with level remediate, smaller ones are made this large.",
        1,
      ),
      maxGb: integer("Largest volume in GB.", 1000),
    },
  },
  (on) => [
    on(
      Volume,
      ({ properties: { sizeGb } }, { minGb, maxGb }) =>
        typeof sizeGb === "number" && (sizeGb < minGb || sizeGb > maxGb)
          ? [`sizeGb is ${sizeGb}, and allowed are ${minGb} to ${maxGb}`]
          : [],
      ({ properties: { sizeGb } }, { minGb }) =>
        typeof sizeGb === "number" && sizeGb < minGb ? { sizeGb: minGb } : {},
    ),
  ],
);
