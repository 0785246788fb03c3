/** No secret leaves by any way but the one it is meant for: every class, failing and succeeding. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isOnPlatform } from "../../contract/endpoints.ts";
import { connect } from "../../provider/connection/connection.ts";
import { readSettings } from "../../provider/connection/settings.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../provider/lifecycle/diff.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { update } from "../../provider/lifecycle/update.ts";
import { declared } from "../support/session.ts";
import { classes, definitionOf, otherValues, samples } from "../support/session-inputs.ts";
import { checked } from "../support/session-object.ts";
import { withReferences } from "../support/session-references.ts";
import { type FaultWorld, openFaultWorld } from "./fault-world.ts";
import type { Fault } from "./script.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A health gate sends nothing that could be echoed. */
const sending = classes.filter(([, { kind }]) => isOnPlatform(kind));

describe.each(sending)("S01 key-canary: %s", { timeout: 30_000 }, (_type, definition, sample) => {
  test("no secret is shown, logged, published or stored in plain", async () => {
    const world = await openFaultWorld();
    const canary = new Canary(world, definition);
    await world.run(() => live(world, canary, sample));
    canary.expectClean();
    expect(world.server.accepted.length).toBeGreaterThan(1);
  });
});

test("S01 key-canary: the files of a provider process hold no secret", async () => {
  const world = await openFaultWorld();
  const logRequests = join(world.directory, "requests.log");
  vi.stubEnv("XDG_STATE_HOME", join(world.directory, "state"));
  const { origin: baseUrl, script } = world.server;
  const { rootKey: apiKey } = world.platform;
  const config: Record<string, string> = { apiKey, baseUrl, apiBaseUrl: baseUrl, logRequests };
  const settings = { env: {}, directory: world.directory, config: (name: string) => config[name] };
  const context = await connect(readSettings(settings));
  for (const type of ["network:Certificate", "storage:Bucket"]) {
    const definition = definitionOf(type);
    const canary = new Canary(world, definition);
    const inputs = checked(definition, declared(samples[type] ?? {}));
    canary.keep(inputs);
    script.push({ on: "POST", applied: "no", answer: { echo: 422, as: "text" } });
    expect(await canary.watch(() => create(context, definition, inputs))).toBeUndefined();
    const made = await canary.watch(() => create(context, definition, inputs));
    canary.keep(made?.state ?? {});
    const lines = () => readFileSync(logRequests, "utf8").split("\n");
    await vi.waitFor(() => expect(lines().length).toBeGreaterThan(2));
    canary.expectClean();
  }
  expect(filesIn(world.directory)).toEqual(
    expect.arrayContaining([expect.stringMatching(/intents\.db$/), logRequests]),
  );
});

const writing = ["POST", "PATCH", "PUT", "DELETE"];

/** An object's life, in which every request is also refused and lost with key and body echoed. */
async function live(world: FaultWorld, canary: Canary, sample: Props): Promise<void> {
  const { context } = world;
  const { definition } = canary;
  const references = { sample, other: otherValues[definition.type] };
  const given = await withReferences(world, references);
  const inputs = checked(definition, declared(Object(given["sample"])));
  canary.keep(inputs);
  const make = (wanted: Props) => canary.watch(() => create(context, definition, wanted));
  await echoed(world, writing, [401, 422, 500], () => make(inputs));
  // The unresolved create after the 500 belongs to the first declaration.
  const second = checked(definition, declared(Object(given["sample"]), "second"));
  const { id, state } = (await make(second)) ?? { id: "none", state: {} };
  canary.keep(state);
  const refresh = () => {
    const next = world.newProcess();
    return canary.watch(() => read(next, definition, { id, props: state }));
  };
  await echoed(world, ["GET"], [401, 503], refresh);
  await refresh();
  const changed = { ...second, ...updatable(definition, Object(given["other"])) };
  const change = () =>
    canary.watch(async () => {
      compare(context, definition, { id, state, inputs: changed });
      return update(context, definition, { id, state, inputs: changed });
    });
  await echoed(world, writing, [422, 500], change);
  await change();
  const end = () => canary.watch(() => remove(context, definition, { id, state }));
  await echoed(world, writing, [403, 500], end);
  await end();
}

/** Does something while requests are answered with an error that quotes them, in every spelling. */
async function echoed(
  { server }: FaultWorld,
  methods: readonly string[],
  statuses: readonly number[],
  work: () => Promise<unknown>,
): Promise<void> {
  for (const status of statuses) {
    for (const as of ["text", "uri"] as const) {
      const answer = { echo: status, as };
      server.script.push(...methods.map((on): Fault => ({ on, applied: "no", answer, times: 4 })));
      await work();
      server.script.length = 0;
    }
  }
}

/** Other values of the inputs that change without a replacement. */
function updatable(definition: Definition, other: Props): Props {
  return Object.fromEntries(
    Object.entries(other).filter(([name]) => definition.changes[name]?.on === "update"),
  );
}

/** Collects everything that leaves, and knows what must not be in it. */
class Canary {
  readonly definition: Definition;
  readonly #world: FaultWorld;
  readonly #texts: string[] = [];
  readonly #secrets: Set<string>;

  constructor(world: FaultWorld, definition: Definition) {
    this.definition = definition;
    this.#world = world;
    this.#secrets = new Set([world.platform.rootKey]);
    const listener = (message: unknown) => void this.#texts.push(JSON.stringify(message));
    subscribe("pulumi-hosting:attempt", listener);
    onTestFinished(() => void unsubscribe("pulumi-hosting:attempt", listener));
    for (const name of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, name).mockImplementation((...args) => {
        this.#texts.push(inspect(args, { depth: 9 }));
      });
    }
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((chunk) => {
        this.#texts.push(String(chunk));
        return true;
      });
    }
  }

  /** Registers the secrets among the properties. */
  keep(props: Props): void {
    for (const name of this.definition.secrets) {
      if (typeof props[name] === "string") this.#secrets.add(props[name]);
    }
  }

  /** Does something and keeps what would be stored or shown of it. */
  async watch<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#texts.push(
        JSON.stringify(result ?? null, (name, value: unknown) => this.#plain(name, value)),
      );
      return result;
    } catch (error) {
      if (!HostingError.isInstance(error)) throw error;
      this.#texts.push(error.message, String(error.stack), String(error));
      if (error instanceof PartialFailure) {
        const { properties, reasons } = error;
        this.#texts.push(
          JSON.stringify({ properties, reasons }, (name, value: unknown) =>
            this.#plain(name, value),
          ),
        );
      } else {
        this.#texts.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error));
      }
      return undefined;
    }
  }

  /** Looks for all secrets in all that left by any way, the files of the process among it. */
  expectClean(): void {
    const { directory, said } = this.#world;
    const files = filesIn(directory).map((file) => readFileSync(file, "latin1"));
    const texts = [...this.#texts, ...said, ...files];
    expect(texts.join()).toContain("[secret]");
    for (const spelling of [...this.#secrets].flatMap(partsOf).flatMap(spellingsOf)) {
      expect(texts.filter((text) => text.includes(spelling))).toEqual([]);
    }
  }

  /** The state without what is encrypted in it. */
  #plain(name: string, value: unknown): unknown {
    return this.definition.secrets.includes(name) ? undefined : value;
  }
}

/** Files in a directory and below; those of the platform, which holds its keys, are not the provider's. */
function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("platform."))
    .map(({ name, parentPath }) => join(parentPath, name));
}

/** A secret and, of a PEM text, each of its lines. */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split("\n").filter((line) => line.length >= 24 && !line.includes("---"));
  return [...new Set([secret, ...lines])];
}

function spellingsOf(secret: string): readonly string[] {
  const encodings = ["base64", "base64url"] as const;
  // Three bytes are four characters: without the first and last four, only the secret is in it.
  const inside = [0, 1, 2].flatMap((offset) =>
    encodings.map((encoding) =>
      Buffer.from(`${"x".repeat(offset)}${secret}`)
        .toString(encoding)
        .slice(4, -4),
    ),
  );
  const hex = Buffer.from(secret).toString("hex");
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), hex, ...inside];
}
