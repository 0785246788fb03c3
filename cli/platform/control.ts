import { z } from "zod";
import { controlPrefix } from "../../platform/control/index.ts";
import { openPlatform } from "../../platform/index.ts";
import { parseOrigin } from "../../provider/http/wire/origin.ts";
import { CommandError } from "../exit.ts";
import { confirmPlatformFile } from "../platform-file.ts";
import type { Terminal } from "../terminal.ts";
import { placeOf } from "./place.ts";

/** The control API of one platform. */
export interface Control {
  /** Its file, or the address of the process that serves it. */
  readonly where: string;
  /** @throws CommandError with what the platform says that it did not do. */
  ask<T>(request: ControlRequest, schema: z.ZodType<T>): Promise<T>;
}

export interface ControlRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/_control`. */
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Lets the work control the platform of HOSTING_CONTROL_URL, or the one in a file: any number of
 * processes may have that open, so it is the same whether anybody serves it.
 */
export async function withControl<T>(
  file: string | undefined,
  terminal: Terminal,
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const url = terminal.env["HOSTING_CONTROL_URL"]?.trim() ?? "";
  if (file === undefined && url !== "") return work(controlOver(servedAt(url, terminal)));
  const place = placeOf(file, terminal);
  confirmPlatformFile(place.file, "--file");
  const platform = openPlatform(place);
  try {
    const send = (request: Request) => platform.fetch(request);
    const route = { base: inFile, token: platform.controlToken, send };
    return await work(controlOver({ ...route, where: place.file }));
  } finally {
    platform.close();
  }
}

interface Route {
  readonly where: string;
  /** Up to and with `/_control`. */
  readonly base: string;
  readonly token: string;
  send(request: Request): Promise<Response>;
}

/** No socket is opened for it. */
const inFile = `http://127.0.0.1${controlPrefix}`;
const answerMilliseconds = 30_000;

function servedAt(url: string, { env, stop }: Terminal): Route {
  const parsed = URL.parse(url);
  const base = parsed === null ? url : parsed.origin;
  const origin = parseOrigin(base, "HOSTING_CONTROL_URL");
  const token = env["HOSTING_CONTROL_TOKEN"]?.trim() ?? "";
  if (token === "") {
    throw new CommandError(
      "Nothing was done: HOSTING_CONTROL_URL is set, but HOSTING_CONTROL_TOKEN is not. `npx pulumi-hosting platform` prints both; name a file with --file to do without them.",
    );
  }
  const send = async (request: Request) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(answerMilliseconds)]);
    try {
      return await fetch(request, { signal, redirect: "error" });
    } catch (error) {
      stop.throwIfAborted();
      throw new CommandError(
        `Nothing is known to be done: the platform at ${origin} gave no answer (${reasonOf(error)}). Start it with \`npx pulumi-hosting platform\`, or unset HOSTING_CONTROL_URL to use its file.`,
      );
    }
  };
  return { where: origin, base: `${origin}${controlPrefix}`, token, send };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message;
  return error.message;
}

const Refused = z.object({ error: z.string() });

function controlOver({ where, base, token, send }: Route): Control {
  return {
    where,
    ask: async ({ method, path, body }, schema) => {
      const headers = { authorization: `Bearer ${token}` };
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await send(new Request(base + path, { method, headers, ...content }));
      const text = await response.text();
      if (!response.ok) throw new CommandError(refusalOf(response.status, text));
      const parsed = schema.safeParse(text === "" ? undefined : parseJson(text));
      if (parsed.success) return parsed.data;
      throw new CommandError(
        `${method} ${path} was done, but its answer is not what this version knows: is HOSTING_CONTROL_URL the control API of a platform of the same version?`,
      );
    },
  };
}

function refusalOf(status: number, text: string): string {
  const parsed = Refused.safeParse(parseJson(text));
  const said = parsed.success ? parsed.data.error : `the platform answered ${status}`;
  return status === 401
    ? "Nothing was done: HOSTING_CONTROL_TOKEN is not that of the platform at HOSTING_CONTROL_URL. Copy both again from what `npx pulumi-hosting platform` prints."
    : said;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
