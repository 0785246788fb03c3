import { ImageShare } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";
import { knownItems } from "../view.ts";

export const imageShares = resourceRule(
  {
    name: "image-shares",
    topic: "storage",
    severity: "high",
    level: "advisory",
    about: "Images are shared with listed projects only.",
    fix: "Leave the project out, or add it to allowedProjects; a share cannot be taken back.",
    settings: { allowedProjects: optionalTexts("Projects (`proj_…`) that may get images.") },
  },
  (on) => [
    on(ImageShare, ({ properties }, { allowedProjects }) =>
      knownItems(properties.projectIds).flatMap(({ at, item }) =>
        outside(`projectIds[${at}]`, item, allowedProjects),
      ),
    ),
  ],
);
