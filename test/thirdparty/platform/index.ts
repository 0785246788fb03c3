import { issue, type KeyWish, keyRoutes } from "./access.ts";
import { balancerRoutes } from "./balancers.ts";
import { blockRoutes } from "./blocks.ts";
import { bucketRoutes } from "./buckets.ts";
import { certificateRoutes } from "./certificates.ts";
import type { Choices } from "./choices.ts";
import { consoleOf } from "./console.ts";
import { floatingRoutes } from "./floating.ts";
import { answer, type Request } from "./gate.ts";
import { imageRoutes } from "./images.ts";
import { Limits } from "./limits.ts";
import { machineRoutes } from "./machines.ts";
import { memberRoutes } from "./members.ts";
import { monitoringRoutes } from "./monitoring.ts";
import { networkRoutes } from "./network.ts";
import { portRoutes } from "./ports.ts";
import { randomChoices } from "./random-choices.ts";
import { stateOf } from "./states.ts";
import { storageRoutes } from "./storage.ts";
import { type Catalog, Platform, type Thing, text } from "./store.ts";
import { type Response, worded } from "./wire.ts";

export type { KeyWish } from "./access.ts";
export type { Choices } from "./choices.ts";
export type { Request } from "./gate.ts";
export { randomChoices } from "./random-choices.ts";
export { serve } from "./server.ts";
export type { Response } from "./wire.ts";

export interface ThirdPartyObject {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ThirdParty {
  readonly choices: Choices;
  /** `reader` and `writer` are grants of the own organization beside the two that are asked for. */
  readonly keys: {
    readonly admin: string;
    readonly otherOrganization: string;
    readonly reader: string;
    readonly writer: string;
  };
  readonly keyIds: { readonly admin: string; readonly reader: string; readonly writer: string };
  readonly projects: { readonly own: string; readonly other: string };
  /** The catalog of a platform with `catalog: "closed"`. */
  readonly catalog: Catalog;
  handle(request: Request): Response;
  objects(): readonly ThirdPartyObject[];
  readonly log: readonly { at: number; method: string; path: string; status: number }[];
  console: {
    remove(kind: string, id: string): void;
    change(kind: string, id: string, fields: Record<string, unknown>): void;
    /** §5.2: "keys are created in the console". */
    issueKey(wish: KeyWish): { id: string; value: string };
  };
  isServing(instanceId: string): boolean;
}

/** §2.6: a pool named `default` exists. The rest is what new accounts tend to find. */
function furnish(platform: Platform): void {
  for (const organization of ["own", "other"]) {
    platform.add({ kind: "pool", organization, name: "default", fields: {}, builtin: true });
    if (!platform.choices.builtins) continue;
    platform.add({ kind: "pool", organization, name: "fast", fields: {}, builtin: true });
    const config = { "ipv4.address": "10.0.3.1/24" };
    platform.add({
      kind: "network",
      organization,
      name: "default",
      fields: { config },
      builtin: true,
    });
    platform.add({
      kind: "firewall",
      organization,
      name: "default",
      fields: { inbound: [], outbound: [] },
      builtin: true,
    });
  }
  for (let number = 1; number <= platform.choices.otherHas; number += 1) {
    platform.add({
      kind: "network",
      organization: "other",
      name: `theirs-${number}`,
      fields: { config: { "ipv4.address": `10.9.${number}.1/24` } },
      builtin: true,
    });
    const volume = { region: "eu-north", size_gb: 10, filesystem: "ext4", instance_id: null };
    platform.add({
      kind: "volume",
      organization: "other",
      name: `theirs-${number}`,
      fields: volume,
      builtin: true,
    });
  }
}

function shown(thing: Thing): ThirdPartyObject {
  const name = thing.name === "" ? {} : { name: thing.name };
  return { kind: thing.kind, id: thing.id, ...name, fields: { ...thing.fields } };
}

/** An object counts while nobody has asked for its end; what the platform made itself does not count. */
function counted(platform: Platform): ThirdPartyObject[] {
  return platform.things
    .filter((thing) => thing.organization === "own" && !thing.builtin && thing.goneAt === undefined)
    .map(shown);
}

function firstKeys(platform: Platform): Record<"admin" | "reader" | "writer" | "other", Thing> {
  const all = ["*"];
  const reads = ["instances:read", "networks:read", "storage:read", "monitoring:read"];
  return {
    admin: issue(platform, "own", {
      name: "admin",
      scopes: all,
      permission: "Admin",
      builtin: true,
    }),
    reader: issue(platform, "own", {
      name: "reader",
      scopes: reads,
      permission: "Read",
      builtin: true,
    }),
    writer: issue(platform, "own", {
      name: "writer",
      scopes: [...reads, "instances:write", "networks:write", "storage:write"],
      permission: "Write",
      builtin: true,
    }),
    other: issue(platform, "other", {
      name: "admin",
      scopes: all,
      permission: "Admin",
      builtin: true,
    }),
  };
}

export function openThirdParty(options: {
  seed: number;
  choices?: Partial<Choices>;
  now: () => number;
}): ThirdParty {
  const drawn = randomChoices(options.seed);
  const given = options.choices ?? {};
  // The tables of choices are merged, so that one entry can be set without the others.
  const choices: Choices = {
    ...drawn,
    ...given,
    routes: { ...drawn.routes, ...given.routes },
    ids: { ...drawn.ids, ...given.ids },
    unique: { ...drawn.unique, ...given.unique },
  };
  const platform = new Platform(choices, options.seed, options.now);
  const { admin, reader, writer, other } = firstKeys(platform);
  furnish(platform);
  const house = { limits: new Limits(choices), routes: allRoutes(platform) };
  const log: { at: number; method: string; path: string; status: number }[] = [];
  const value = (key: Thing): string => text(key.fields["value"]);
  return {
    choices,
    log,
    catalog: platform.catalog,
    projects: platform.projects,
    keys: {
      admin: value(admin),
      otherOrganization: value(other),
      reader: value(reader),
      writer: value(writer),
    },
    keyIds: { admin: admin.id, reader: reader.id, writer: writer.id },
    handle(request) {
      platform.settle();
      const reply = answer(platform, request, house);
      const { method, path } = request;
      if (method !== "GET" && reply.status < 300)
        log.push({ at: options.now(), method, path, status: reply.status });
      return worded(platform, reply);
    },
    objects() {
      platform.settle();
      return counted(platform);
    },
    console: consoleOf(platform),
    isServing(id) {
      platform.settle();
      return platform.things.some(
        (thing) =>
          thing.kind === "instance" &&
          (thing.id === id || thing.name === id) &&
          thing.goneAt === undefined &&
          stateOf(platform, thing) === "running",
      );
    },
  };
}

function allRoutes(platform: Platform): ReturnType<typeof machineRoutes> {
  return [
    ...machineRoutes(platform),
    ...portRoutes(),
    ...networkRoutes(platform),
    ...storageRoutes(platform),
    ...bucketRoutes(platform),
    ...monitoringRoutes(platform),
    ...imageRoutes(platform),
    ...blockRoutes(platform),
    ...floatingRoutes(platform),
    ...balancerRoutes(platform),
    ...certificateRoutes(platform),
    ...keyRoutes(platform),
    ...memberRoutes(platform),
  ];
}
