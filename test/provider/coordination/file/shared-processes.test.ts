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

/** The output of a program from now on: up to a text, or up to its end. */
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

describe("separate programs that share a budget", () => {
  test("R13 five of them with 20 calls each send 60 in the first minute", {
    timeout: longestMs,
  }, async () => {
    const file = tableFile();
    const programs = Array.from({ length: 5 }, () => start(file, "20"));
    // They begin together, however long each took to load.
    await Promise.all(programs.map((program) => outputOf(program, "ready")));
    for (const program of programs) program.stdin?.end("go");
    const sent = await Promise.all(programs.map((program) => outputOf(program)));
    expect(sent.reduce((sum, count) => sum + Number(count), 0)).toBe(60);
  });

  test("R14 the permits of one that was killed come back, late enough", {
    timeout: longestMs,
  }, async () => {
    const file = tableFile();
    const holder = start(file, "8", "hold");
    await outputOf(holder, "ready");
    holder.stdin?.end("go");
    await outputOf(holder, "7\n");
    holder.kill("SIGKILL");
    const machine = new Machine(file);
    machine.setBy = Date.now() - machine.clock.now();
    const other = machine.program();
    expect(await spend(other, 60)).toBe(52);
    await machine.pass(minute);
    // Its requests may arrive up to a minute and a half after it sent them.
    expect(await spend(other, 60)).toBe(52);
    await machine.pass(90 * second);
    expect(await spend(other, 60)).toBe(60);
    expect(machine.warnings).toEqual([]);
  });
});
