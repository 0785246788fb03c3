/** Loaded by `--import` before the provider process: tells its id, and may end it at a point inside. */
import { writeFileSync } from "node:fs";
import http2, { type Http2Server, type ServerHttp2Stream } from "node:http2";
import { DatabaseSync, type SQLTagStore } from "node:sqlite";

const { PROVIDER_PID_FILE: pidFile, KILL_PROVIDER: point } = process.env;

if (process.argv[1]?.includes("dynamic-provider")) {
  if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
  if (point !== undefined) arm(point);
}

/** `<before|after> <start of a statement>`, or `before <method>` for the answer to an engine's call. */
function arm(when: string): void {
  const [moment = "", ...rest] = when.split(" ");
  const what = rest.join(" ");
  if (what.includes(" ")) armStatements(moment === "before", what);
  else armAnswers(what);
}

function armStatements(isBefore: boolean, start: string): void {
  const { createTagStore } = DatabaseSync.prototype;
  DatabaseSync.prototype.createTagStore = function (...args) {
    const store: SQLTagStore = createTagStore.apply(this, args);
    const run = store.run.bind(store);
    store.run = (strings, ...values) => {
      const isIt = strings.join("?").startsWith(start);
      if (isIt && isBefore) kill();
      const result = run(strings, ...values);
      if (isIt) kill();
      return result;
    };
    return store;
  };
}

/** The engine never gets an answer to that call: the process ends when the first is to be written. */
function armAnswers(method: string): void {
  const { createServer } = http2;
  const wrapped = (...args: Parameters<typeof createServer>): Http2Server => {
    const server = createServer(...args);
    server.prependListener("stream", (stream: ServerHttp2Stream, headers) => {
      if (String(headers[":path"]).endsWith(`/${method}`)) stream.respond = kill;
    });
    return server;
  };
  Object.assign(http2, { createServer: wrapped });
}

function kill(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("not reached");
}
