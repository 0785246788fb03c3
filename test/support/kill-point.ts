/** Ends the provider process at a point inside it, as by `kill -9`. */
import http2, { type Http2Server, type ServerHttp2Stream } from "node:http2";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** `<before|after> <count> <what>`: a statement of SQLite by its beginning, or the engine's call of a method. */
export function arm(when: string): void {
  const [, moment, count, what = ""] = /^(\w+) (\d+) (.+)$/.exec(when) ?? [];
  const countDown = killAtLast(Number(count));
  if (what.includes(" ")) armStatements(what, { [String(moment)]: countDown });
  else armAnswers(what, countDown);
}

function armStatements(
  start: string,
  { before, after }: { before?: () => void; after?: () => void },
): void {
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (text, ...options) {
    const statement: StatementSync = prepare.call(this, text, ...options);
    if (!text.startsWith(start)) return statement;
    const run = statement.run.bind(statement);
    return Object.assign(statement, {
      run: (...values: Parameters<typeof run>) => {
        before?.();
        const result = run(...values);
        after?.();
        return result;
      },
    });
  };
}

/** The engine gets no answer to any of its calls of the method. */
function armAnswers(method: string, countDown: () => void): void {
  const { createServer } = http2;
  const silenced = (...args: Parameters<typeof createServer>): Http2Server => {
    const server = createServer(...args);
    server.prependListener("stream", (stream: ServerHttp2Stream, headers) => {
      if (!String(headers[":path"]).endsWith(`/${method}`)) return;
      Object.assign(stream, { respond: countDown, write: () => true, end: () => stream });
    });
    return server;
  };
  Object.assign(http2, { createServer: silenced });
}

function killAtLast(count: number): () => void {
  let left = count;
  return () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
