import { ImportedImage } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { texts } from "../settings.ts";

export const imageFormat = resourceRule(
  {
    name: "image-format",
    topic: "storage",
    severity: "low",
    level: "advisory",
    about: "Imported images have a recommended format.",
    fix: "Convert the image file, e.g. to qcow2: raw and qcow2 are recommended.",
    settings: { allowedFormats: texts("Formats that may be imported.", ["raw", "qcow2"]) },
  },
  (on) => [
    on(ImportedImage, ({ properties: { format } }, { allowedFormats }) =>
      outside("format", format, allowedFormats),
    ),
  ],
);
