import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EngineScreen, type Log, screenAt } from "../../../provider/process/screen.ts";

const about = { subject: 'volume "data"', urn: "urn:data" };

/** A screen on an engine that records its messages. */
function screenOn(log?: (message: Log) => Promise<void>) {
  const logged: Log[] = [];
  const engine = {
    log: async (message: Log) => {
      await log?.(message);
      logged.push(message);
    },
  };
  return { screen: new EngineScreen(engine), logged };
}

function printed() {
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.flat();
}

describe("the engine", () => {
  test("gets a status that is not kept, and one that shows nothing once the operation is over", async () => {
    const { screen, logged } = screenOn();
    screen.display({ kind: "status", text: '"creating"', about });
    await screen.settle("urn:data");
    await screen.settle("urn:data");
    const status = { urn: "urn:data", severity: "INFO", ephemeral: true };
    expect(logged).toEqual([
      { ...status, text: '"creating"' },
      { ...status, text: "<{%reset%}>" },
    ]);
  });

  test("keeps a warning, which says itself neither what it is nor what it is about", async () => {
    const { screen, logged } = screenOn();
    screen.display({ kind: "warning", text: "it is large", about });
    await screen.settle("urn:data");
    const kept = { urn: "urn:data", ephemeral: false };
    expect(logged).toEqual([{ ...kept, severity: "WARNING", text: "it is large" }]);
  });

  test("shows a message without a row on the stack's row, with its subject", async () => {
    const { screen, logged } = screenOn();
    const homeless = { subject: 'volume "data"', urn: undefined };
    screen.display({ kind: "status", text: '"creating"', about: homeless });
    screen.display({ kind: "warning", text: "it is large", about: homeless });
    screen.display({ kind: "warning", text: "the disk is full" });
    await screen.settle("urn:other");
    expect(logged.map(({ urn, text }) => [urn, text])).toEqual([
      ["", '"creating" (volume "data")'],
      ["", 'volume "data": it is large'],
      ["", "the disk is full"],
    ]);
  });

  test("has everything, in order, before an operation is over", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { screen, logged } = screenOn(({ text }) =>
      text === "first" ? promise : Promise.resolve(),
    );
    for (const text of ["first", "second"]) screen.display({ kind: "info", text, about });
    const over = screen.settle("urn:data");
    resolve();
    await over;
    expect(logged.map(({ text }) => text)).toEqual(["first", "second"]);
  });

  test("that takes nothing leaves the line to be printed", async () => {
    const lines = printed();
    const { screen } = screenOn(() => Promise.reject(new Error("gone")));
    screen.display({ kind: "warning", text: "it is large", about });
    screen.display({ kind: "status", text: '"creating"', about });
    await screen.settle("urn:data");
    expect(lines()).toEqual(['warning: volume "data": it is large', '"creating" (volume "data")']);
  });

  test("that is not there at all does so too", async () => {
    const lines = printed();
    const screen = screenAt("127.0.0.1:1");
    screen.display({ kind: "warning", text: "it is large", about });
    await screen.settle("urn:data");
    expect(lines()).toEqual(['warning: volume "data": it is large']);
  });
});
