/** Where the control API is; the page says it. */
const control = document.body.dataset["control"] ?? "";

const howToGetIt = "Open the address that hosting platform prints, which ends in #token=….";

/** As long as a platform may wait for somebody who holds its file, and some seconds more. */
const longestWait = 20_000;

/** Without a token that is accepted nothing may be shown. */
export class NoToken extends Error {}

/** What the control API refused, in its words. */
export class Refused extends Error {
  readonly status: number;

  constructor(why: string, status: number) {
    super(why);
    this.status = status;
  }
}

/** Nothing came, or not all of it. */
export class Unanswered extends Error {
  constructor() {
    super("The platform does not answer; what is shown is what it said last.");
  }
}

/** @throws NoToken when the address has none that can be sent. */
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given)
    throw new NoToken(`The token is missing from the address of this page. ${howToGetIt}`);
  if (!/^[\x21-\x7e]+$/.test(given)) throw new NoToken(`The token is wrong. ${howToGetIt}`);
  return given;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly tag: string;
}

/** One request of the control API. */
async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...init.headers, authorization: `Bearer ${token()}` };
  const answer = await whole(control + path, { ...init, headers, cache: "no-store" });
  if (answer.status === 401) {
    throw new NoToken(`The token is wrong: it is not that of this world. ${howToGetIt}`);
  }
  if (answer.status < 400) return answer;
  throw new Refused(reasonIn(answer.text), answer.status);
}

/** @throws Unanswered when the answer does not come, or breaks off. */
async function whole(url: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(longestWait) });
    const tag = answer.headers.get("etag") ?? "";
    return { status: answer.status, text: await answer.text(), tag };
  } catch {
    throw new Unanswered();
  }
}

function reasonIn(text: string): string {
  try {
    return String(Object(JSON.parse(text))["error"]);
  } catch {
    return text;
  }
}

/** What is there now. */
export async function read<T>(path: string): Promise<T> {
  return JSON.parse((await send(path)).text);
}

/** Changes something. */
export async function change(method: string, path: string, body?: unknown): Promise<void> {
  const sent = body !== undefined && {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  await send(path, { method, ...sent });
}

/** Reads the same again and again, and gives undefined as long as it is as it was. */
export class Follower {
  #path = "";
  #tag = "";
  #asked = 0;

  /** The text of the answer; undefined also where something else was asked for meanwhile. */
  async read(path: string): Promise<string | undefined> {
    const tag = this.#path === path ? this.#tag : "";
    this.#asked += 1;
    const asked = this.#asked;
    const answer = await send(path, tag === "" ? {} : { headers: { "if-none-match": tag } });
    if (asked !== this.#asked) return undefined;
    this.#path = path;
    this.#tag = answer.tag;
    return answer.status === 304 ? undefined : answer.text;
  }

  /** The next answer is told, whatever it is; what is under way is not. */
  forget(): void {
    this.#tag = "";
    this.#asked += 1;
  }
}
