import { Container, Instance } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";

export const allowedImages = resourceRule(
  {
    name: "allowed-images",
    topic: "hygiene",
    severity: "medium",
    level: "advisory",
    about: "Machines start from listed images of the gallery.",
    fix: "Use another image, or add it to images.",
    settings: { images: optionalTexts("Images that may be used, like `debian/*`.") },
  },
  (on) => [
    on(Container, ({ properties: { image } }, { images }) => outside("image", image, images)),
    on(Instance, ({ properties: { image } }, { images }) => outside("image", image, images)),
  ],
);
