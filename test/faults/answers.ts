import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Clock } from "../../provider/clock.ts";
import type { Answer, Spelling } from "./script.ts";

/** One request at the server, and what may be answered to it. */
export interface Incoming {
  readonly response: ServerResponse;
  /** The key and the body of the request. */
  readonly text: string;
  /** The platform's own answer, if it was asked. */
  readonly own: Response | undefined;
  readonly clock: Clock;
  /** Says that nothing more happens in real time until the connection is closed. */
  readonly stall: () => void;
}

const json = { "content-type": "application/json" };
const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, " "));

/** Gives an answer, or what there is of it. */
export async function giveAnswer(incoming: Incoming, answer: Answer): Promise<void> {
  const { response, own } = incoming;
  const { socket } = response;
  if (typeof answer === "object" && "echo" in answer) {
    return say(incoming, {
      status: answer.echo,
      body: { error: spellings[answer.as](incoming.text) },
    });
  }
  if (typeof answer === "object" && "closedAfterTurns" in answer) {
    await pass(incoming);
    for (let turn = 0; turn < answer.closedAfterTurns; turn += 1) await nextTurn();
    return void socket?.destroy();
  }
  if (typeof answer === "object") return say(incoming, answer);
  switch (answer) {
    case "whole":
      return pass(incoming);
    case "reset":
      return void socket?.resetAndDestroy();
    case "cut": {
      const body = (await own?.text()) ?? "";
      const head = `HTTP/1.1 ${own?.status} Cut\r\ncontent-type: application/json\r\n`;
      return void socket?.end(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 15)}`);
    }
    case "slow-headers":
      return drip(incoming, "HTTP/1.1 200 OK\r\nx-slow: ", 1000);
    case "drip-body":
      return drip(incoming, "HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n[", 100);
    case "endless-body":
      response.writeHead(200, json);
      return pour(incoming);
    case "gzip-bomb":
      response.writeHead(200, { ...json, "content-encoding": "gzip" });
      return void response.end(bomb);
    case "hidden-gzip-bomb":
      response.writeHead(200, json);
      return void response.end(bomb);
  }
}

/** Passes the platform's own answer on. */
async function pass({ response, own }: Incoming): Promise<void> {
  const body = new Uint8Array((await own?.arrayBuffer()) ?? []);
  response.writeHead(own?.status ?? 500, Object.fromEntries(own?.headers ?? []));
  await new Promise<void>((resolve) => response.end(body, resolve));
}

function say(
  { response }: Incoming,
  { status, body, headers = {} }: Extract<Answer, { status: number }>,
): void {
  response.writeHead(status, { ...json, ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const spellings: Readonly<Record<Spelling, (text: string) => string>> = {
  text: (text) => text,
  uri: encodeURIComponent,
};

async function drip({ response, clock, stall }: Incoming, begin: string, everyMs: number) {
  const { socket } = response;
  stall();
  const closed = new AbortController();
  socket?.once("close", () => closed.abort());
  for (socket?.write(begin); !closed.signal.aborted; socket?.write("x")) {
    await clock.sleep(everyMs, closed.signal).catch(() => undefined);
  }
}

function pour({ response }: Incoming): void {
  const part = Buffer.alloc(64 * 1024, " ");
  const more = () => {
    if (response.destroyed) return;
    if (response.write(part)) setImmediate(more);
    else response.once("drain", more);
  };
  more();
}
