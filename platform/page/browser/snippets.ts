/** A request of the platform's API that can be sent again. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  /** What is sent; null for nothing. */
  readonly body: unknown;
}

/** The request for a shell that has the key in `HOSTING_API_KEY`. */
export function asCurl(origin: string, { method, path, body }: Sendable): string {
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(origin + path)}`,
    '-H "Authorization: Bearer $HOSTING_API_KEY"',
    ...(body === null
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** The same for Node. */
export function asTypeScript(origin: string, { method, path, body }: Sendable): string {
  const bearer = '"Bearer " + process.env["HOSTING_API_KEY"]';
  return [
    `const answer = await fetch(${JSON.stringify(origin + path)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: {`,
    `    authorization: ${bearer},`,
    ...(body === null ? [] : [`    "content-type": "application/json",`]),
    `  },`,
    ...(body === null
      ? []
      : [
          `  body: JSON.stringify(${JSON.stringify(body, undefined, 2).replaceAll("\n", "\n  ")}),`,
        ]),
    `});`,
    `console.log(answer.status, await answer.text());`,
  ].join("\n");
}

/** A word that no shell reads anything into. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
