/** A request of the platform's API that can be sent again. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  /** What is sent; null for nothing. */
  readonly body: unknown;
}

/** The request for a shell that has the key in `HOSTING_API_KEY`. */
export function asCurl(origin: string, { method, path, body }: Sendable): string {
  const options = curlMethods[method] ?? ` -X ${quoted(method)}`;
  return [
    `curl${options} ${quoted(origin + addressOf(path))}`,
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
    `const answer = await fetch(${JSON.stringify(origin + addressOf(path))}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: {`,
    `    authorization: ${bearer},`,
    ...(body === null ? [] : [`    "content-type": "application/json",`]),
    `  },`,
    ...(body === null
      ? []
      : [`  body: JSON.stringify(${literal(body).replaceAll("\n", "\n  ")}),`]),
    `});`,
    `console.log(answer.status, await answer.text());`,
  ].join("\n");
}

/** With `-X HEAD` curl would wait for a body. */
const curlMethods: Readonly<Record<string, string>> = {
  GET: "",
  HEAD: " --head",
  ...Object.fromEntries(["POST", "PUT", "PATCH", "DELETE"].map((name) => [name, ` -X ${name}`])),
};

/** The path as it is sent: the log has it decoded, but for what would change its meaning, like %2F and %25. */
function addressOf(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/%25(?=[0-9A-F]{2})/gi, "%");
}

/** In an object that is written down, this name alone stands for something else than a field. */
function literal(body: unknown): string {
  return JSON.stringify(body, undefined, 2).replace(/^( *)"__proto__":/gm, '$1["__proto__"]:');
}

/** A word that no shell reads anything into. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
