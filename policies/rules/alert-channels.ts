import { AlertRule } from "../../resources/index.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";
import { isKnown, isList } from "../view.ts";

export const alertChannels = resourceRule(
  {
    name: "alert-channels",
    topic: "reliability",
    severity: "medium",
    level: "advisory",
    about: "Alert rules notify somebody, by listed channels where there is a list.",
    fix: "Name at least one channel that somebody reads.",
    settings: {
      anyOf: optionalTexts(
        "Channels of which at least one must be set: email, slack, discord, webhook.",
      ),
    },
  },
  (on) => [
    on(AlertRule, ({ properties: { channels } }, { anyOf }) => {
      if (!isList(channels)) return [];
      if (channels.length === 0) return ["channels is empty, and at least 1 is needed"];
      const known = channels.filter(isKnown);
      const mayMatch = known.length < channels.length || known.some((one) => anyOf?.includes(one));
      if (anyOf === undefined || mayMatch) return [];
      return [`channels are ${listed(known)}, and one must be of: ${listed(anyOf)}`];
    }),
  ],
);
