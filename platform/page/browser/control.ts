import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

/** The address of the control API, from the page. */
const base = document.body.dataset["control"] ?? "";

const howToGetIt = "Open the address that pulumi-hosting platform prints, which ends in #token=….";

/** Milliseconds between two changes. */
const pause = 2000;
/** A platform waits 15 seconds for another process that writes to its file. */
const longestWait = 20_000;

/** An answer that explains what was not done; 401 where the token is none, 0 where none came. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** One request of the control API; gives the text of the answer. @throws Problem */
export async function ask(method: string, path: string, init: RequestInit = {}): Promise<string> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token === "") throw new Problem(401, `The token is missing from the address. ${howToGetIt}`);
  const headers = { authorization: `Bearer ${encodeURIComponent(token)}`, ...init.headers };
  const signal = AbortSignal.any([AbortSignal.timeout(longestWait), ...[init.signal ?? []].flat()]);
  const [status, text] = await fetch(base + path, { ...init, method, headers, signal })
    .then(async (answer) => [answer.status, await answer.text()] as const)
    .catch(() => [0, ""] as const);
  if (status === 0) {
    throw new Problem(0, "The platform does not answer; this page shows its last answer.");
  }
  if (status === 401) throw new Problem(401, `The token is wrong. ${howToGetIt}`);
  if (status < 400) return text;
  throw new Problem(status, reasonIn(text));
}

function reasonIn(text: string): string {
  try {
    return String(Object(JSON.parse(text))["error"]);
  } catch {
    return text;
  }
}

/** Shared by the parts of the page. */
export interface Following {
  /** Another number after something was changed here: everything is asked for again. */
  readonly changes: number;
  /** Changes something, and shows the outcome; gives whether it was done. */
  change(done: string, method: string, path: string, body?: unknown): Promise<boolean>;
  say(done: string): void;
}

export const Following = createContext<Following>({
  changes: 0,
  change: async () => false,
  say: () => undefined,
});

export interface Answer<T> {
  /** The last one; undefined before the first. */
  readonly value?: T;
  /** Why the last look failed. */
  readonly problem?: Problem | undefined;
}

interface Kept<T> extends Answer<T> {
  readonly path: string;
  readonly text: string;
}

/** Asks for a path, where there is one, again and again; the same text gives the same value. */
export function useAnswer<T>(
  path: string | undefined,
  read: (text: string) => T = JSON.parse,
): Answer<T> {
  const { changes } = useContext(Following);
  const [answer, setAnswer] = useState<Kept<T>>({ path: "", text: "" });
  useEffect(() => {
    if (path === undefined) return;
    const ending = new AbortController();
    const take = (text: string) =>
      setAnswer((before) => {
        const isSame = before.path === path && before.text === text && !before.problem;
        return isSame ? before : { path, text, value: read(text) };
      });
    const fail = (problem: Problem) => {
      if (ending.signal.aborted) return;
      setAnswer((before) => ({ ...(before.path === path ? before : { path, text: "" }), problem }));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (!document.hidden) {
        await ask("GET", path, { signal: ending.signal }).then(take, fail);
      }
      if (!ending.signal.aborted) timer = setTimeout(look, pause);
    };
    void look();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [path, changes]);
  return answer.path === path ? answer : {};
}
