/** Where the control API is; the page says it. */
const control = document.body.dataset["control"] ?? "";

const howToGetIt = "Open the address that hosting platform prints, which ends in #token=….";

/** Without a token that is accepted nothing may be shown. */
export class NoToken extends Error {}

/** What the control API refused, in its words. */
export class Refused extends Error {}

/** @throws NoToken when the address has none that can be sent. */
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given)
    throw new NoToken(`The token is missing from the address of this page. ${howToGetIt}`);
  if (!/^[\x21-\x7e]+$/.test(given)) throw new NoToken(`The token is wrong. ${howToGetIt}`);
  return given;
}

/** One request of the control API. */
async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token()}` };
  const answer = await fetch(control + path, { ...init, headers, cache: "no-store" });
  if (answer.status === 401) {
    throw new NoToken(`The token is wrong: it is not that of this world. ${howToGetIt}`);
  }
  if (answer.ok || answer.status === 304) return answer;
  throw new Refused(String(Object(await answer.json())["error"]));
}

/** What is there now. */
export async function read<T>(path: string): Promise<T> {
  return await (await send(path)).json();
}

/** Changes something. */
export async function change(method: string, path: string, body?: object): Promise<void> {
  const sent = body && {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  await send(path, { method, ...sent });
}

/** Reads the same again and again, and gives undefined as long as it is as it was. */
export class Follower {
  #path = "";
  #tag = "";

  async read(path: string): Promise<Response | undefined> {
    const tag = this.#path === path ? this.#tag : "";
    const answer = await send(path, tag === "" ? {} : { headers: { "if-none-match": tag } });
    this.#path = path;
    this.#tag = answer.headers.get("etag") ?? "";
    return answer.status === 304 ? undefined : answer;
  }

  /** The next answer is told, whatever it is. */
  forget(): void {
    this.#tag = "";
  }
}
