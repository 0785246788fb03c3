import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openPlatform, type Platform, type PlatformOptions } from "../../platform/index.ts";

/** An answer with its parsed body; text where it is not JSON, undefined where it is empty. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends one request, written as "METHOD /path". */
export type Send = (route: string, body?: unknown) => Promise<Reply>;

/** A time that is stopped until a test moves it. */
class StillClock {
  milliseconds = Date.parse("2026-01-01T00:00:00Z");

  now(): number {
    return this.milliseconds;
  }

  pass(seconds: number): void {
    this.milliseconds += seconds * 1000;
  }
}

/** A new platform in a separate directory, deleted with the test. */
export function newWorld(options: Omit<PlatformOptions, "file" | "clock"> = {}) {
  const file = join(temporaryDirectory(), ".hosting", "platform.db");
  const clock = new StillClock();
  const platform = openPlatform({ file, clock, ...options });
  onTestFinished(() => platform.close());
  return { file, clock, platform, send: sender(platform) };
}

/** A directory that goes with the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "platform-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Sends requests with a key, the root key unless another one is given. */
export function sender(platform: Platform, key = platform.rootKey): Send {
  return async (route, body) => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: json(body) };
    const response = await platform.fetch(new Request(`http://platform.test${path}`, init));
    return {
      status: response.status,
      headers: response.headers,
      body: parse(await response.text()),
    };
  };
}

/** The id in a create's answer. */
export function idOf({ body }: Reply): string {
  if (typeof body === "object" && body !== null && "id" in body && typeof body.id === "string") {
    return body.id;
  }
  throw new Error(`the answer has no id: ${JSON.stringify(body)}`);
}

/** Makes an instance under `/v1` and gives its id. */
export async function newInstance(send: Send, name = "web"): Promise<string> {
  return idOf(await send("POST /v1/instances", instanceBody(name)));
}

/** A body of spec 2.2. */
export function instanceBody(name = "web") {
  return { name, region: "eu", plan: "small", image: "debian/13" };
}

/** A body of spec 2.1. */
export function containerBody(name = "web") {
  return { name, type: "container", image: "debian/13" };
}

/** A body of spec 2.7. */
export function volumeBody(name = "data") {
  return { name, region: "eu", size_gb: 10 };
}

/** A body of an import (spec 2.7a). */
export function imageBody(name = "golden") {
  return { name, url: "https://images.test/golden.qcow2", format: "qcow2", os_type: "linux" };
}

/** A body of spec 2.9; the platform looks at the labels of PEM text alone. */
export function certificateBody() {
  const pem = (label: string) =>
    `-----BEGIN ${label}-----\n${Buffer.from(label.repeat(20)).toString("base64")}\n-----END ${label}-----\n`;
  return {
    name: "site",
    private_key: pem("PRIVATE KEY"),
    certificate: pem("CERTIFICATE"),
    certificate_chain: pem("CERTIFICATE"),
  };
}

function json(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
