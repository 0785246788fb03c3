import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connect } from "../../../provider/connection/connection.ts";
import { readSettings } from "../../../provider/connection/settings.ts";
import type { Intent } from "../../../provider/coordination/journal.ts";

const second = 1000;
const hour = 3600 * second;
const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" },
  ...{ type: "volume", sentBy: undefined, isNamed: true },
};

/** A machine whose own clock and that of its processes, which stops while it sleeps, are the test's. */
function openMachine() {
  const directory = mkdtempSync(join(tmpdir(), "machine-"));
  const begun = Date.now();
  vi.useFakeTimers({ now: begun, toFake: ["Date"] });
  vi.stubEnv("XDG_STATE_HOME", directory);
  const own = vi.spyOn(performance, "now");
  onTestFinished(() => {
    own.mockRestore();
    vi.unstubAllEnvs();
    vi.useRealTimers();
    rmSync(directory, { recursive: true });
  });
  const config = new Map([["backend", "embedded"]]);
  config.set("embeddedFile", join(directory, "platform.db"));
  const settings = readSettings({ env: {}, config: (name) => config.get(name), directory });
  return {
    begun,
    passes: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
    /** A process that began when the machine did, and was asleep with it for so long. */
    process(sleptMs: number) {
      own.mockReturnValue(begun - sleptMs - performance.timeOrigin);
      return connect(settings);
    },
  };
}

describe("a create that a process noted", () => {
  test("is left open once it is too old to be under way, also where processes' clocks had stopped", async () => {
    const machine = openMachine();
    const first = await machine.process(0);
    await first.journal.sent(intent, Infinity);
    machine.passes(180 * second);
    const { journal, clock } = await machine.process(0);
    const settlesIn = (await journal.unsettled("s1")).map(
      ({ settlesAt }) => settlesAt - clock.now(),
    );
    expect(settlesIn).toEqual([-90 * second]);
  });

  test("is under way a moment later, also where its process had slept for hours", async () => {
    const machine = openMachine();
    const first = await machine.process(8 * hour);
    await first.journal.sent(intent, Infinity);
    machine.passes(10 * second);
    const { journal, clock } = await machine.process(0);
    const { settlesAt = 0, notedAt } = (await journal.find("t1", Infinity)) ?? {};
    expect([await journal.unsettled("s1"), settlesAt - clock.now()]).toEqual([[], 80 * second]);
    expect(notedAt).toBe(machine.begun);
  });
});
