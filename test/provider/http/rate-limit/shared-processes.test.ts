import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { Machine, spend, tableFile } from "./machine.ts";

const second = 1000;
const minute = 60 * second;
/** Starting programs takes its time on a busy machine. */
const longestMs = 30 * second;

function start(...args: readonly string[]): ChildProcess {
  const program = fileURLToPath(new URL("budget-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", 2] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** What a program prints from now on: up to a text, or up to its end. */
function outputOf(child: ChildProcess, until?: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const take = (chunk: Buffer) => {
      text += chunk;
      if (until === undefined || !text.includes(until)) return;
      child.stdout?.off("data", take);
      resolve(text);
    };
    child.stdout?.on("data", take);
    child.stdout?.once("end", () => resolve(text));
  });
}

/** The shortest time in which 61 of them lie. */
function leastSpan(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.min(...sorted.map((time, index) => (sorted[index + 60] ?? Infinity) - time));
}

describe("programs of their own that share a budget", () => {
  test("R13 five of them with 20 calls each stay within the limit", {
    timeout: longestMs,
  }, async () => {
    const windowMs = 300;
    const file = tableFile();
    const programs = Array.from({ length: 5 }, () => start(file, "20", String(windowMs)));
    // They begin together, however long each took to load.
    await Promise.all(programs.map((program) => outputOf(program, "ready")));
    for (const program of programs) program.stdin?.end("go");
    const outputs = await Promise.all(programs.map((program) => outputOf(program)));
    const trips: { start: number; end: number }[] = outputs.flatMap((text) => JSON.parse(text));
    expect(trips).toHaveLength(100);
    // A request arrives somewhere between its start and its end.
    expect(leastSpan(trips.map((trip) => trip.start))).toBeGreaterThanOrEqual(windowMs);
    expect(leastSpan(trips.map((trip) => trip.end))).toBeGreaterThanOrEqual(windowMs);
  });

  test("R14 the permits of one that was killed come back, late enough", {
    timeout: longestMs,
  }, async () => {
    const file = tableFile();
    const holder = start(file, "8", String(minute), "hold");
    await outputOf(holder, "ready");
    holder.stdin?.end("go");
    await outputOf(holder, "7\n");
    holder.kill("SIGKILL");
    const machine = new Machine(file);
    machine.setBy = Date.now() - machine.clock.now();
    const other = machine.program();
    expect(spend(other, 60)).toBe(52);
    await machine.pass(minute);
    // Its requests may have been answered up to a minute after it died.
    expect(spend(other, 60)).toBe(52);
    await machine.pass(minute + second);
    expect(spend(other, 60)).toBe(60);
    expect(machine.warnings).toEqual([]);
  });
});
