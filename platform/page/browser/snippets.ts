/** A request of the platform's API that can be sent again. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  /** Null for none. */
  readonly body: unknown;
}

/** The request for a shell that has the key in `HOSTING_API_KEY`. */
export function asCurl(origin: string, { method, path, body }: Sendable): string {
  // With -X HEAD curl would wait for a body.
  const options = { GET: "", HEAD: " --head" }[method] ?? ` -X ${quoted(method)}`;
  return [
    `curl${options} ${quoted(origin + addressOf(path))}`,
    '-H "Authorization: Bearer $HOSTING_API_KEY"',
    ...(body === null
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** A request as code for Node. */
export function asTypeScript(origin: string, { method, path, body }: Sendable): string {
  const bearer = '"Bearer " + process.env["HOSTING_API_KEY"]';
  const json = JSON.stringify(body, undefined, 2).replaceAll("\n", "\n  ");
  return [
    `const answer = await fetch(${JSON.stringify(origin + addressOf(path))}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(body === null
      ? [`  headers: { authorization: ${bearer} },`]
      : [
          `  headers: { authorization: ${bearer}, "content-type": "application/json" },`,
          `  body: JSON.stringify(${json}),`,
        ]),
    `});`,
    `console.log(answer.status, await answer.text());`,
  ].join("\n");
}

/** The path as it is sent: the log has it decoded, but for what would change its meaning, like %2F and %25. */
function addressOf(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/%25(?=[0-9A-F]{2})/gi, "%");
}

/** A word that no shell reads anything into. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
