import { createRequire } from "node:module";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { type Display, lineOf, type Message, named } from "../provider/display.ts";

/** Where this process shows messages. */
export interface Screen {
  readonly display: Display;
  /**
   * An operation on the resource is over: its status goes. Resolves once the engine has everything
   * that was shown, so that nothing comes too late.
   */
  settle(urn: string | undefined): Promise<void>;
}

/** Prints: Pulumi turns what its provider process prints into messages on the stack. */
export const printing: Screen = {
  display: (message) => console.log(lineOf(message)),
  settle: async () => {},
};

/** A mark-up of Pulumi's that shows nothing: an empty message would leave the last one where it is. */
const nothing = "<{%reset%}>";

/** Sends messages to the engine, which shows each on the row of its resource. */
export class EngineScreen implements Screen {
  readonly #engine: EngineClient;
  /** Rows that show a status; that of the stack is the empty one. */
  readonly #busy = new Set<string>();
  /** The last message; each is sent after the one before. */
  #sent: Promise<void> = Promise.resolve();

  /** `address` is the engine's, as Pulumi's provider host has it. */
  constructor(address: string) {
    this.#engine = new EngineClient(address, insecure());
  }

  readonly display = (message: Message): void => {
    const { kind, about } = message;
    const urn = about?.urn ?? "";
    const ephemeral = kind === "status";
    if (ephemeral) this.#busy.add(urn);
    // The engine itself writes what is a warning, and the row which resource it is about.
    const severity = kind === "warning" ? LogSeverity.WARNING : LogSeverity.INFO;
    const text = urn === "" ? named(message) : message.text;
    this.#send({ urn, severity, text, ephemeral }, lineOf(message));
  };

  settle(urn = ""): Promise<void> {
    if (this.#busy.delete(urn)) {
      this.#send({ urn, severity: LogSeverity.INFO, text: nothing, ephemeral: true });
    }
    return this.#sent;
  }

  #send(log: Log, instead?: string): void {
    this.#sent = this.#sent
      .then(() => this.#log(log))
      .catch(() => {
        if (instead !== undefined) console.log(instead);
      });
  }

  #log({ urn, severity, text, ephemeral }: Log): Promise<void> {
    const request = new LogRequest();
    request.setUrn(urn).setSeverity(severity).setMessage(text).setEphemeral(ephemeral);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#engine.log(request, (error) => (error ? reject(error) : resolve()));
    return promise;
  }
}

interface Log {
  readonly urn: string;
  readonly severity: LogSeverity;
  readonly text: string;
  /** True for what is not kept for the report. */
  readonly ephemeral: boolean;
}

type Credentials = ConstructorParameters<typeof EngineClient>[1];

/** The engine listens on this machine only; gRPC is the copy that Pulumi's SDK was installed with. */
function insecure(): Credentials {
  const sdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
  const grpc: { credentials: { createInsecure(): Credentials } } = sdk("@grpc/grpc-js");
  return grpc.credentials.createInsecure();
}
