import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { type Display, lineOf, type Message, named } from "../display.ts";

/** Where this process shows messages. */
export interface Screen {
  readonly display: Display;
  /**
   * An operation on the resource is over: its status is cleared. Resolves once the engine has everything
   * that was shown, so that nothing comes too late.
   */
  settle(urn: string | undefined): Promise<void>;
}

/** Prints: Pulumi turns what its provider process prints into messages on the stack. */
export const printing: Screen = {
  display: (message) => console.log(lineOf(message)),
  settle: async () => {},
};

/** The engine's, at the address that Pulumi's provider host was given; else one that prints. */
export function screenAt(address: string): Screen {
  try {
    return new EngineScreen(connectTo(address));
  } catch {
    return printing;
  }
}

/** The part of the engine that shows messages. */
export interface Engine {
  /** Resolves once it has the message. */
  log(message: Log): Promise<void>;
}

/** A message as the engine takes it. */
export interface Log {
  /** Row; that of the stack when empty. */
  readonly urn: string;
  readonly severity: "INFO" | "WARNING";
  readonly text: string;
  /** True for what is not kept for the report. */
  readonly ephemeral: boolean;
}

/** A mark-up of Pulumi's that shows nothing: an empty message would leave the last one where it is. */
const nothing = "<{%reset%}>";

/** Sends messages to the engine, which shows each on the row of its resource. */
export class EngineScreen implements Screen {
  readonly #engine: Engine;
  /** Rows that show a status. */
  readonly #busy = new Set<string>();
  /** The last message; each is sent after the one before. */
  #sent: Promise<void> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  readonly display = (message: Message): void => {
    const { kind, about } = message;
    const urn = about?.urn ?? "";
    const ephemeral = kind === "status";
    if (ephemeral) this.#busy.add(urn);
    // The engine itself writes what is a warning, and the row which resource it is about.
    const severity = kind === "warning" ? "WARNING" : "INFO";
    const text = urn === "" ? named(message) : message.text;
    this.#send({ urn, severity, text, ephemeral }, lineOf(message));
  };

  settle(urn = ""): Promise<void> {
    if (this.#busy.delete(urn)) {
      this.#send({ urn, severity: "INFO", text: nothing, ephemeral: true });
    }
    return this.#sent;
  }

  #send(log: Log, line?: string): void {
    this.#sent = this.#sent
      .then(() => this.#engine.log(log))
      .catch(() => {
        if (line !== undefined) console.log(line);
      });
  }
}

/** How long the engine may take for a message. */
const answerMilliseconds = 2_000;

/** The parts of Pulumi's SDK that talk to the engine. */
interface Sdk {
  readonly EngineClient: typeof EngineClient;
  readonly LogRequest: typeof LogRequest;
  readonly LogSeverity: typeof LogSeverity;
  readonly Metadata: new () => Parameters<EngineClient["log"]>[1] & object;
  readonly credentials: { createInsecure(): ConstructorParameters<typeof EngineClient>[1] };
}

/** Only the provider process loads it, in the copies that its host has loaded already. */
function connectTo(address: string): Engine {
  const fromSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
  const sdk: Sdk = {
    ...fromSdk("./proto/engine_grpc_pb"),
    ...fromSdk("./proto/engine_pb"),
    ...fromSdk("@grpc/grpc-js"),
  };
  const client = new sdk.EngineClient(address, sdk.credentials.createInsecure());
  return {
    log({ urn, severity, text, ephemeral }) {
      const request = new sdk.LogRequest().setUrn(urn).setMessage(text).setEphemeral(ephemeral);
      request.setSeverity(sdk.LogSeverity[severity]);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const metadata = new sdk.Metadata();
      // A message must not hold back the result of an operation for long.
      const deadline = Date.now() + answerMilliseconds;
      client.log(request, metadata, { deadline }, (error) => (error ? reject(error) : resolve()));
      return promise;
    },
  };
}
