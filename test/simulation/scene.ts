import { join } from "node:path";
import type { Platform, Settings } from "../../platform/index.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import { worldOf } from "../../provider/lifecycle/identity/world.ts";
import { Console, type ShownObject } from "./console.ts";
import { SimulatedEngine } from "./engine.ts";
import { FaultPlan } from "./faults.ts";
import { Network } from "./network.ts";
import type { Account, Machine } from "./process.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";
import { privateKeys } from "./templates.ts";
import { VirtualTime } from "./time.ts";
import { SimulatedUser } from "./user.ts";
import { settleNamesake, settleNeighbours } from "./worlds/settlers.ts";
import type { JournalTrouble, Traits } from "./worlds/world.ts";

const hosts = { baseUrl: "https://console.example", apiBaseUrl: "https://api.example" };

/** Where a history takes place, and who takes part. */
export class Scene {
  readonly time = new VirtualTime();
  readonly platform: Platform;
  readonly elsewhere: Platform;
  readonly routes: Settings["routes"];
  readonly faults: FaultPlan;
  readonly console: Console;
  readonly engine: SimulatedEngine;
  readonly user: SimulatedUser;
  readonly machine: Machine;
  readonly worlds: readonly Traits[];
  /** Who runs the stack in turn: the same machine with a key each. */
  readonly team: readonly Machine[];
  /** The messages that users saw. */
  readonly lines: string[] = [];
  /** Output elsewhere: records of requests. */
  readonly sinks: string[] = [];
  readonly secrets: string[] = [...privateKeys];
  /** Names that other people's objects have in the organization of a mistaken key as well. */
  readonly namesakes = new Set<string>();
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  readonly #isTraced: boolean;
  readonly #network: Network;
  /** Names of resources whose object somebody has deleted. */
  readonly #bereft = new Set<string>();

  constructor(
    stage: Stage,
    random: Random,
    given: { worlds: readonly Traits[]; isTraced: boolean; seed: number },
  ) {
    const { time } = this;
    this.worlds = given.worlds;
    this.#isTraced = given.isTraced;
    const worldRandom = random.fork("world");
    const names = worldRandom.pick<"unique" | "shared">(["unique", "unique", "shared"]);
    this.platform = stage.platform(this.#have("names")?.names ?? names, time);
    this.elsewhere = stage.elsewhere();
    const settings = drawSettings(worldRandom);
    this.routes = settings.routes;
    // It is one service: its routes are the same for everybody.
    for (const platform of [this.platform, this.elsewhere]) platform.configure(settings);
    this.faults = new FaultPlan(random.fork("faults"));
    const namesAreIds = this.worlds.flatMap((traits) => traits.namesAreIds ?? []);
    this.console = new Console({ platform: this.platform, time }, { ...settings, namesAreIds });
    const trace = (line: string) => this.note(line);
    const say = (line: string) => this.#say(line);
    const violated = (what: string) => this.#violate(what);
    const exists = (type: string, id: string) => this.console.has(type, id);
    const isGoing = (type: string, id: string) => this.#isSeenGoing(type, id);
    const isSame = (type: string, ...ids: readonly [string, string]) =>
      this.console.isOne(type, ids);
    this.engine = new SimulatedEngine({ time, say, trace, violated, exists, isGoing, isSame });
    this.user = new SimulatedUser({
      console: this.console,
      resources: () => this.engine.resources,
      trace,
      say,
      tidiesUp: this.#have("tidiesUp") !== undefined,
      isTeam: this.#have("team") !== undefined,
      helped: (name) => this.#help(name),
      waitFor: (moment) => this.#waitFor(moment),
    });
    this.secrets.push(this.platform.rootKey, this.elsewhere.rootKey);
    const { platform, elsewhere, faults, worlds } = this;
    const onSecret = (secret: string) => void this.secrets.push(secret);
    const network = { time, trace, faults, worlds, platform, elsewhere, onSecret };
    this.#network = new Network({ ...network, random: random.fork("network") });
    this.machine = {
      time,
      network: this.#network,
      account: this.#account,
      journalFile: join(stage.directory, `intents-${given.seed}.db`),
      requestsPerMinute: random.fork("limit").pick([60, 8, 5]),
      say,
      log: (attempt) => void this.sinks.push(JSON.stringify(attempt)),
      trace,
      violated,
    };
    this.team = this.#colleagues();
  }

  /** Who else is there. */
  async settle(): Promise<void> {
    if (this.#have("neighbours") !== undefined) await settleNeighbours(this.platform);
    if (this.#have("mistake") !== undefined) await settleNeighbours(this.elsewhere);
  }

  /** The organization of a mistaken key has containers and buckets of the same names as the stack. */
  async settleNamesakes(): Promise<void> {
    for (const { type, id } of this.engine.resources) {
      if (this.namesakes.has(id) || !["compute:Container", "storage:Bucket"].includes(type))
        continue;
      await this.time.until(this.time.during(settleNamesake(this.elsewhere, { type, id })));
      this.namesakes.add(id);
    }
  }

  /** The machine with settings that lead elsewhere; undefined where nobody makes that mistake. */
  get mistaken(): Machine | undefined {
    const mistake = this.#have("mistake")?.mistake;
    if (mistake === undefined) return undefined;
    const { network } = this.machine;
    const { is, prefixes } = mistake;
    const elsewhere = `Bearer ${this.elsewhere.rootKey}`;
    const account = this.#mistakenAccount(is);
    return {
      ...this.machine,
      account,
      network: {
        close: () => network.close(),
        send: (request) =>
          network.send(
            prefixes.includes(request.prefix)
              ? { ...request, headers: { ...request.headers, authorization: elsewhere } }
              : request,
          ),
      },
    };
  }

  get journalTrouble(): JournalTrouble | undefined {
    return this.#have("journal")?.journal;
  }

  note(line: string): void {
    if (this.#isTraced) this.trace.push(`${this.time.seconds.toFixed(1).padStart(8)}  ${line}`);
  }

  /** Somebody has deleted what a resource stood for: the next `up` does not know that it replaces anything. */
  noteLoss({ type, id }: ShownObject): void {
    for (const known of this.engine.resources) {
      if (known.type === type && known.id === id) this.#bereft.add(known.name);
    }
  }

  get #account(): Account {
    const apiKey = new ApiKey(this.platform.rootKey, "the platform's file");
    return { apiKey, world: worldOf({ ...hosts, account: "" }) };
  }

  #colleagues(): readonly Machine[] {
    const { world, apiKey } = this.machine.account;
    const keys = Array.from({ length: (this.#have("team")?.team ?? 1) - 1 }, () => this.#newKey());
    return [apiKey, ...keys].map((one) => ({ ...this.machine, account: { world, apiKey: one } }));
  }

  #newKey(): ApiKey {
    const { key } = this.platform.createKey({ scopes: ["*"], level: "Admin" });
    this.secrets.push(key);
    return new ApiKey(key, "a colleague's settings");
  }

  #mistakenAccount(is: NonNullable<Traits["mistake"]>["is"]): Account {
    const { world, apiKey } = this.#account;
    if (is === "another host") {
      const apiBaseUrl = "https://staging.example";
      return { apiKey, world: worldOf({ ...hosts, apiBaseUrl, account: "" }) };
    }
    const key =
      is === "another organization's key"
        ? this.elsewhere.rootKey
        : this.platform.createKey({ scopes: ["*"], level: "Admin" }).key;
    this.secrets.push(key);
    return { apiKey: new ApiKey(key, "somebody else's settings"), world };
  }

  #have(trait: keyof Traits): Traits | undefined {
    return this.worlds.find((traits) => traits[trait] !== undefined);
  }

  /** Where lists lag or are empty by mistake, or nothing reads a kind, a deletion ends too early (rule 8): the name is taken still. */
  get #isBlind(): boolean {
    const areListsWrong = this.#network.lagMs > 0 || this.faults.emptiesLists;
    return areListsWrong || this.#have("hidesRoutes") !== undefined;
  }

  #isSeenGoing(type: string, id: string): boolean {
    if (this.#network.lagMs > 0 || this.faults.emptiesLists) return false;
    return this.worlds.some(({ isGoing }) => isGoing?.(type, id) === true);
  }

  #say(line: string): void {
    this.note(`says: ${line}`);
    this.lines.push(line);
    // A run that was killed while it waited for a name leaves nothing for the next one to know.
    const hasKill = this.lines.some((known) => known.endsWith(": is killed"));
    const { unsaid } = (hasKill || this.#isBlind ? undefined : this.#have("unsaid")) ?? {};
    if (line.startsWith("error: ") && unsaid?.test(line)) this.#violate(`I13: ${line}`);
  }

  #help(name: string): void {
    // With `--replace` and a name of the user's own, the message asks for `deleteBeforeReplace` in that run.
    const isForced = this.#have("forcedReplacements") !== undefined;
    const isReplacing = !isForced && !this.#isBlind && !this.#bereft.has(name);
    if (this.#have("unaided") !== undefined && isReplacing)
      this.#violate(`I13: ${name} is replaced by hand only`);
  }

  #violate(what: string): void {
    this.note(`VIOLATED ${what}`);
    this.violations.push(what);
  }

  async #waitFor(moment: string): Promise<void> {
    const today = new Date(this.time.now()).toISOString().slice(0, 10);
    const wait = Date.parse(`${today}T${moment}Z`) - this.time.now();
    if (wait > 0) await this.time.pass(wait);
  }
}

/** How this seed's platform is. */
function drawSettings(random: Random): Partial<Settings> & Pick<Settings, "routes"> {
  return {
    routes: random.chance(0.8) ? "all" : "documented",
    bootSeconds: random.pick([0, 1, 20]),
    stopSeconds: random.pick([0, 3]),
    volumeSeconds: random.pick([0, 5]),
    // The console and all processes share one key.
    ratePerMinute: null,
  };
}
