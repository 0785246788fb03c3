import { limits } from "../../../contract/limits.ts";
import { statePath } from "../../../provider/connection/state-directory.ts";
import { sharedPermitsOut } from "../../../provider/coordination/file/shared-permits.ts";
import { asLine } from "../as-line.ts";
import type { Check } from "../finding.ts";

const prefix = "/api/v1";

/** How much of the limit programs on this machine have used up. */
export const checkRate: Check = ({ way, settings, terminal }) => {
  // Those of all machines are counted elsewhere.
  if (way?.shared !== undefined) return [];
  if (way === undefined || settings?.requestsPerMinute === undefined) return [];
  const limit = Math.min(settings.requestsPerMinute, limits.requestsPerMinute);
  const budget = { origin: way.originOf(prefix), prefix, key: way.apiKey.reveal() } as const;
  try {
    const out = sharedPermitsOut(budget, statePath(terminal.env));
    const used = `${out} of ${limit} requests a minute to ${prefix} used on this machine`;
    return [
      out < limit
        ? { state: "ok", about: "rate", says: used }
        : {
            state: "note",
            about: "rate",
            says: `${used}: another run uses the key, and a new one waits for it.`,
          },
    ];
  } catch (error) {
    const says = `The requests of other programs on this machine were not read: ${asLine(error)}`;
    return [{ state: "note", about: "rate", says }];
  }
};
