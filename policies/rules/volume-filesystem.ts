import { Volume } from "../../resources/index.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { texts } from "../settings.ts";
import { isKnown } from "../view.ts";

export const volumeFilesystem = resourceRule(
  {
    name: "volume-filesystem",
    topic: "storage",
    severity: "low",
    level: "advisory",
    about: "Volumes are made with a file system.",
    fix: "Set filesystem when the volume is made, or add it to allowedFilesystems.",
    settings: {
      allowedFilesystems: texts("Of ext4, xfs and none, those that may be set.", ["ext4", "xfs"]),
    },
  },
  (on) => [
    on(Volume, ({ properties: { filesystem = "" } }, { allowedFilesystems }) => {
      if (!isKnown(filesystem) || allowedFilesystems.includes(filesystem)) return [];
      const value = filesystem === "" ? "not set" : `"${filesystem}"`;
      return [`filesystem is ${value}, and allowed are: ${listed(allowedFilesystems)}`];
    }),
  ],
);
