import { once } from "node:events";
import {
  type Agent,
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { request as requestSecurely } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import {
  type Platform,
  type Settings,
  servePlatform,
  type TrafficBackend,
  type TrafficEntry,
} from "../../../platform/index.ts";
import { idOf, instanceBody, newWorld, type Send } from "../support.ts";

/** A platform whose traffic is carried; its clock is stopped until a test moves it. */
export async function carried(settings: Partial<Settings> = {}) {
  const world = newWorld();
  const { platform } = world;
  platform.configure({
    ...{ traffic: true, bootSeconds: 0, ratePerMinute: null },
    ...settings,
  });
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  return { ...world, server };
}

/** Makes instances named `web-0`, `web-1`, … and gives their ids. */
export async function instances(send: Send, count: number, image = "debian/13") {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = { ...instanceBody(`web-${at}`), image };
    ids.push(idOf(await send("POST /v1/instances", body)));
  }
  return ids;
}

/** The body of a load balancer for plain HTTP on port 80. */
function balancerBody(backend_instances: readonly string[], more: object = {}) {
  return {
    ...{ name: "front", region: "eu", backend_instances, algorithm: "round_robin" },
    forwarding_rules: [rule()],
    health_check: check(),
    ...more,
  };
}

export function rule(more: object = {}) {
  const target = { target_port: 8080, target_protocol: "http" };
  return { entry_port: 80, entry_protocol: "http", ...target, ...more };
}

export function check(more: object = {}) {
  return {
    protocol: "http",
    port: 8080,
    path: "/",
    interval: 10,
    timeout: 5,
    threshold: 3,
    ...more,
  };
}

/** Makes a load balancer and gives its id. */
export async function balancer(send: Send, ids: readonly string[], more: object = {}) {
  return idOf(await send("POST /v1/load-balancers", balancerBody(ids, more)));
}

/** The entry with this id, once it listens. */
export async function listening(
  platform: Platform,
  id: string,
): Promise<TrafficEntry & { readonly url: string }> {
  return vi.waitFor(() => {
    const found = platform.traffic().entries.find((entry) => entry.id === id);
    if (found?.url == null) throw new Error(`${id} does not listen`);
    return { ...found, url: found.url };
  });
}

/** Resolves once nothing takes connections there any more; nothing is asked on those until then. */
export async function refuses(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const attempt = async () => {
    const socket = connect({ host, port: Number(port) });
    const refused = once(socket, "connect").then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
    );
    if (!(await refused)) {
      socket.destroy();
      throw new Error(`${url} takes connections`);
    }
  };
  await vi.waitFor(attempt, { timeout: 5000 });
}

/** A backend as its load balancer sees it. */
export function backendOf(platform: Platform, instance: string): TrafficBackend | undefined {
  const [entry] = platform.traffic().entries;
  return entry?.backends.find((backend) => backend.instance === instance);
}

export interface Got {
  readonly status: number;
  /** Name of the instance that answered; empty where none did. */
  readonly name: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Asks on a new connection, unless an agent keeps one. */
export async function get(
  url: string,
  options: {
    agent?: Agent;
    localAddress?: string;
    path?: string;
    method?: string;
    body?: string;
  } = {},
): Promise<Got> {
  const { agent = false, body, ...others } = options;
  const ask = url.startsWith("https") ? requestSecurely : request;
  // Without a length Node frames no body of a DELETE by itself.
  const headers = body === undefined ? {} : { "transfer-encoding": "chunked" };
  const asked = ask(url, { agent, rejectUnauthorized: false, headers, ...others });
  asked.end(body);
  const [answer]: [IncomingMessage] = (await once(asked, "response")) as [IncomingMessage];
  const given = await text(answer);
  const { statusCode: status = 0 } = answer;
  return { status, headers: answer.headers, body: given, name: nameIn(given) };
}

function nameIn(body: string): string {
  try {
    return String(Object(JSON.parse(body.split("\n")[0] ?? ""))["name"] ?? "");
  } catch {
    return "";
  }
}

/** A program that stands for an instance: it answers with its name when a test lets it. */
export class Program {
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  readonly requests: IncomingMessage[] = [];
  /** Everything that came in bodies. */
  received = "";
  isHeld = false;
  /** True where the first bytes of an answer are sent, and no more. */
  isStreaming = false;
  status = 200;

  readonly name: string;

  private constructor(name: string) {
    this.name = name;
    this.#server = createHttpServer((request, response) => this.#answer(request, response));
  }

  static async start(name: string): Promise<Program> {
    const program = new Program(name);
    await listen(program.#server);
    return program;
  }

  get address(): string {
    return addressOf(this.#server);
  }

  /** Resolves once so many requests wait for their answers. */
  async holds(count: number): Promise<void> {
    await vi.waitFor(() => {
      if (this.#waiting.length < count) throw new Error(`${this.#waiting.length} wait`);
    });
  }

  release(): void {
    this.isHeld = false;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request);
    request.on("data", (chunk) => {
      this.received += String(chunk);
    });
    const answer = () =>
      void response.writeHead(this.status).end(JSON.stringify({ name: this.name }));
    if (this.isStreaming) response.writeHead(200, { "content-length": 100 }).write("a");
    if ((this.isHeld || this.isStreaming) && request.url !== "/healthz") this.#waiting.push(answer);
    else answer();
  }
}

/** A program that sends back what it gets, after its name. */
export async function startEcho(name: string): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy()).write(`${name}\n`);
    socket.pipe(socket);
  });
  await listen(server);
  return addressOf(server);
}

/** A connection of TCP, line by line. */
export class Line {
  readonly socket: Socket;
  #text = "";
  isEnded = false;

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void this.socket.destroy());
    this.socket.on("data", (chunk) => {
      this.#text += String(chunk);
    });
    const end = () => {
      this.isEnded = true;
    };
    this.socket.on("end", end).on("close", end).on("error", end);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** Resolves once it has been sent the text. */
  async has(text: string): Promise<void> {
    await vi.waitFor(() => {
      if (!this.#text.includes(text)) throw new Error(`it was sent ${JSON.stringify(this.#text)}`);
    });
  }

  async ended(): Promise<void> {
    await vi.waitFor(() => {
      if (!this.isEnded) throw new Error("it goes on");
    });
  }
}

async function listen(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return `127.0.0.1:${address.port}`;
}
