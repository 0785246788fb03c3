import {
  type Choices,
  openThirdParty,
  serve,
  type ThirdParty,
} from "../thirdparty/platform/index.ts";
import { openStack, type TestStack } from "./stack.ts";
import type { Outcome } from "./stack-outcome.ts";

/** Opens a stack on a third-party platform; a seed draws the choices that the specification leaves open. */
export async function openThirdPartyStack(seed: number): Promise<ThirdPartyStack> {
  const thirdParty = openThirdParty({ seed, choices: choicesFor(seed), now: Date.now });
  const server = await serve(thirdParty);
  const stack = await openStack({
    env: {
      HOSTING_BACKEND: "api",
      HOSTING_BASE_URL: server.url,
      HOSTING_API_BASE_URL: server.url,
      HOSTING_API_KEY: thirdParty.keys.admin,
    },
  });
  return new ThirdPartyStack(stack, thirdParty, server);
}

/** A stack, its platform, and the person who does what messages ask for. */
export class ThirdPartyStack implements AsyncDisposable {
  readonly stack: TestStack;
  readonly thirdParty: ThirdParty;
  readonly #server: { close(): Promise<void> };
  /** Assumptions that a message named once, which a second one has to confirm. */
  readonly #missed = new Set<string>();
  readonly #assumptions: Record<string, "none"> = {};
  #seen = 0;

  constructor(stack: TestStack, thirdParty: ThirdParty, server: { close(): Promise<void> }) {
    this.stack = stack;
    this.thirdParty = thirdParty;
    this.#server = server;
  }

  /** Repeats a command and does what its errors ask for in between, until it succeeds. */
  async settle(command: "up" | "destroy"): Promise<Outcome> {
    for (let run = 1; ; run += 1) {
      const outcome = await this.stack[command]({ fails: "perhaps" }, "--continue-on-error");
      delete this.stack.env["HOSTING_DELETED_BY_HAND"];
      if (!outcome.output.includes("error:")) return outcome;
      if (run === mostRuns) throw new Error(`${command} does not end:\n${outcome.output}`);
      this.#obey(outcome.errors);
    }
  }

  /** Changes that the platform carried out since the last call. */
  writes(): readonly string[] {
    const fresh = this.thirdParty.log.slice(this.#seen);
    this.#seen = this.thirdParty.log.length;
    return fresh.map(({ method, path }) => `${method} ${path}`);
  }

  /** A port of the block that the platform gave a machine (spec 8), which not every platform shows. */
  firstFreePort(id: string): number {
    const machine = this.thirdParty.objects().find(({ name }) => name === id);
    // The first one leads to the machine's own SSH (spec 8).
    return Number(machine?.fields["port_start"]) + 1;
  }

  /** Members take part before their invitations expire (spec 3). */
  acceptInvitations(): void {
    for (const { kind, id } of this.thirdParty.objects())
      if (kind === "member") this.thirdParty.console.change(kind, id, { accepted: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stack[Symbol.asyncDispose]();
    await this.#server.close();
  }

  #obey(errors: readonly string[]): void {
    const deleted: string[] = [];
    for (const error of errors) {
      const [, word = ""] = /HOSTING_DELETED_BY_HAND=(\S+?)[.,;]?(?:\s|$)/.exec(error) ?? [];
      if (word !== "") deleted.push(this.#deleteByHand(word));
      const [, machine] = /\((\S+)\) was not deleted: .*Stop it in the console/.exec(error) ?? [];
      if (machine !== undefined) this.#stop(machine);
      for (const [, name = ""] of error.matchAll(/"(routes\.\w+\.\w+)": "none"/g)) {
        if (this.#missed.has(name)) this.#assumptions[name] = "none";
        this.#missed.add(name);
      }
    }
    if (Object.keys(this.#assumptions).length > 0)
      this.stack.env["HOSTING_ASSUMPTIONS"] = JSON.stringify(this.#assumptions);
    if (deleted.length > 0) this.stack.env["HOSTING_DELETED_BY_HAND"] = deleted.join(",");
  }

  /** Removes what a word like `Volume:vol_1` names, and gives the word back. */
  #deleteByHand(word: string): string {
    const [, id = word] = /^\w+:(.+)$/.exec(word) ?? [];
    const own = (id.split("/").at(-1) ?? "").toLowerCase();
    const object = this.thirdParty.objects().find((known) => {
      const names = [known.id, known.name, known.fields["email"]];
      return names.some((name) => typeof name === "string" && name.toLowerCase() === own);
    });
    if (object !== undefined) this.thirdParty.console.remove(object.kind, object.id);
    return word;
  }

  #stop(id: string): void {
    const isIt = ({ kind, ...known }: { kind: string; id: string; name?: string }) =>
      kind === "instance" && [known.id, known.name].includes(id);
    const machine = this.thirdParty.objects().find(isIt);
    if (machine !== undefined)
      this.thirdParty.console.change("instance", machine.id, { status: "stopped" });
  }
}

/** A stack that needs more runs than this does not come to rest. */
const mostRuns = 8;

/**
 * Real time passes, so nothing takes long. The payload of a policy is not shown (spec 4 note 2): who
 * refuses ours has to be given `raw`.
 */
function choicesFor(seed: number): Partial<Choices> {
  return {
    firewallReading: "lenient",
    ids: { storage_volume: "none" },
    ...{ bootMs: (seed % 3) * 700, stopMs: (seed % 2) * 700, deleteMs: (seed % 3) * 500 },
    ...{ importMs: 0, attachMs: (seed % 2) * 500, listLagMs: 0 },
    ...{ lockMs: (seed % 4) * 300, listCacheMs: (seed % 3) * 500 },
  };
}
