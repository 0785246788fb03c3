/** Ends the provider process at a point inside it. */
import http2, { type Http2Server, type ServerHttp2Stream } from "node:http2";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** `<before|after> <count> <what>`: a statement of SQLite, ` of <value>` where it has that, or the engine's call of a method. */
export function arm(when: string): void {
  const [, moment, count, what = "", value] = /^(\w+) (\d+) (.+?)(?: of (\w+))?$/.exec(when) ?? [];
  const countDown = killAtLast(Number(count));
  if (what.includes(" ")) armStatements({ start: what, value }, { [String(moment)]: countDown });
  else armAnswers(what, countDown);
}

/** A statement is known by how it starts and one of its values. */
function armStatements(
  { start, value }: { start: string; value: string | undefined },
  { before, after }: { before?: () => void; after?: () => void },
): void {
  const around = <T>(text: string, values: readonly SQLInputValue[], run: () => T): T => {
    const isIt = text.startsWith(start) && (value === undefined || values.includes(value));
    if (isIt) before?.();
    const result = run();
    if (isIt) after?.();
    return result;
  };
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (text, ...options) {
    const statement: StatementSync = prepare.call(this, text, ...options);
    const run = statement.run.bind(statement);
    return Object.assign(statement, {
      run: (...values: SQLInputValue[]) => around(text, values, () => run(...values)),
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
