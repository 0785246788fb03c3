import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { systemClock } from "../../../provider/clock.ts";
import type { Way } from "../../../provider/connection/connection.ts";
import { readOnce } from "../../../provider/http/read-once.ts";
import { labelOf } from "../../../provider/http/wire/target.ts";
import type { Terminal } from "../../terminal.ts";
import type { Check, Finding } from "../finding.ts";

const mostMilliseconds = 10_000;

/** The permissions of the key, and the platform's time: one read of each host. */
export const checkPlatform: Check = async ({ way, settings, terminal }) => {
  if (way === undefined || settings === undefined) return [];
  try {
    const looks = await Promise.all(readsOf(way).map((endpoint) => look(way, endpoint, terminal)));
    terminal.stop.throwIfAborted();
    const times = looks.flatMap(({ time }) => time);
    return [...looks.map(({ key }) => key), ...times.slice(0, 1)];
  } finally {
    await way.transport.close();
  }
};

/** One for each host, which may be one and the same. */
function readsOf({ originOf }: Way): readonly Endpoint[] {
  const reads = [endpoints.container.list, endpoints.instance.list];
  const hosts = reads.map(({ prefix }) => originOf(prefix));
  return reads.filter((_read, at) => hosts.indexOf(hosts[at] ?? "") === at);
}

interface Look {
  readonly key: Finding;
  readonly time: readonly Finding[];
}

async function look(platform: Way, endpoint: Endpoint, { stop }: Terminal): Promise<Look> {
  const clock = systemClock;
  const startedAt = clock.now();
  const limits = { deadline: startedAt + mostMilliseconds, signal: stop };
  const { error, headers, proxy } = await readOnce({ ...platform, clock }, endpoint, limits);
  const ms = Math.round(clock.now() - startedAt);
  const way = proxy === undefined ? "" : `, by way of the proxy ${proxy}`;
  const key: Finding =
    error === undefined
      ? { state: "ok", about: "key", says: `works: ${labelOf(endpoint)} in ${ms} ms${way}` }
      : { state: "wrong", about: "key", says: withReason(error) };
  return { key, time: timeFindings(headers["date"], Date.now()) };
}

/** A refused key may be expired; only the platform's message shows it. */
function withReason({
  message,
  status,
  reason,
}: {
  message: string;
  status?: number | undefined;
  reason?: string | undefined;
}): string {
  return status === 401 && reason !== undefined ? `${message} It said: ${reason}.` : message;
}

const mostSeconds = 60;

/** How far this machine's clock is from the platform's, as far as that tells its own. */
export function timeFindings(date: string | undefined, now: number): readonly Finding[] {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return [];
  const seconds = Math.round((now - there) / 1000);
  if (Math.abs(seconds) <= mostSeconds) {
    return [{ state: "ok", about: "clock", says: "agrees with the platform's" }];
  }
  const how = seconds > 0 ? "ahead of" : "behind";
  const says = `This machine's clock is ${Math.abs(seconds)} seconds ${how} the platform's: records of earlier runs have wrong dates. Set it, as with \`sudo timedatectl set-ntp true\`.`;
  return [{ state: "wrong", about: "clock", says }];
}
