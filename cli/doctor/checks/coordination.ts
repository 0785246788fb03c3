import { limits } from "../../../contract/limits.ts";
import { systemClock } from "../../../provider/clock.ts";
import { asLine } from "../as-line.ts";
import type { Check, Finding } from "../finding.ts";

const prefix = "/api/v1";
/** How long the database is waited for. */
const patienceMs = 5_000;

/** The database that machines share, and what it has of all of them. */
export const checkCoordination: Check = async ({ way, settings }) => {
  if (way?.shared === undefined || settings?.requestsPerMinute === undefined) return [];
  const place = settings.coordination?.place ?? "";
  const budget = { origin: way.originOf(prefix), prefix, key: way.apiKey.reveal() } as const;
  try {
    const until = systemClock.now() + patienceMs;
    const { version, requests, creates } = await way.shared.overview(budget, until);
    const limit = Math.min(settings.requestsPerMinute, limits.requestsPerMinute);
    const byMachine = Object.entries(requests).map(([machine, count]) => `${machine} ${count}`);
    const used = byMachine.length === 0 ? "none" : byMachine.join(", ");
    return [
      finding(
        "ok",
        `PostgreSQL ${version} at ${place}; of ${limit} requests a minute used: ${used}`,
      ),
      ...creates.map(({ subject, machine, notedAt }) => {
        const since = new Date(notedAt).toISOString().slice(0, 16).replace("T", " ");
        return finding(
          "note",
          `A run on ${machine} began to create ${subject} at ${since} UTC. If it has ended, the next \`pulumi up\` of its stack takes the object over.`,
        );
      }),
    ];
  } catch (error) {
    return [finding("wrong", asLine(error))];
  }
};

function finding(state: Finding["state"], says: string): Finding {
  return { state, about: "coordination", says };
}
