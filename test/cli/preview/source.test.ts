import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { readSource } from "../../../cli/preview/source.ts";
import { StreamTerminal } from "../../../cli/terminal.ts";

function terminalAt(directory: string, stdin: NodeJS.ReadableStream, stop = new AbortController()) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const input = new PassThrough();
  stdin.pipe(input);
  const streams = { stdin: () => input, stdout, stderr };
  return new StreamTerminal({ env: {}, directory, stop: stop.signal, ...streams });
}

function piped(text: string | Buffer) {
  const stdin = new PassThrough();
  stdin.end(text);
  return terminalAt("/", stdin);
}

test.each([undefined, "-"])("%s is what is piped in", async (file) => {
  expect(await readSource(file, piped("text"))).toEqual({ text: "text", from: "stdin" });
});

test("a file is found from the working directory", async () => {
  const directory = mkdtempSync(join(tmpdir(), "source-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "preview.json"), "{}");
  const terminal = terminalAt(directory, new PassThrough());
  expect(await readSource("preview.json", terminal)).toEqual({ text: "{}", from: "preview.json" });
  await expect(readSource("other.json", terminal)).rejects.toThrow(
    "The file other.json was not read: ENOENT. Name one that exists.",
  );
});

test("redirected output of PowerShell has two bytes a character and a byte order mark", async () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("ä{}", "utf16le")]);
  expect((await readSource(undefined, piped(wide))).text).toBe("ä{}");
  expect((await readSource(undefined, piped("\uFEFF{}"))).text).toBe("{}");
});

test("a terminal is not waited for", async () => {
  const terminal = terminalAt("/", new PassThrough());
  Object.assign(terminal.stdin, { isTTY: true });
  await expect(readSource(undefined, terminal)).rejects.toThrow("nothing is piped in");
});

test("Ctrl-C ends the waiting for a pipe", async () => {
  const stop = new AbortController();
  const reading = readSource(undefined, terminalAt("/", new PassThrough(), stop));
  stop.abort();
  await expect(reading).rejects.toThrow();
});
