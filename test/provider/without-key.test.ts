/** An account of hosts without a key: what a preview asks of a provider, and what nothing may send. */
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../provider/connection/connection.ts";
import { choicesOf } from "../../provider/definition/lookup.ts";
import type { Props } from "../../provider/definition/session.ts";
import { lineOf } from "../../provider/display.ts";
import { unresolvedId } from "../../provider/lifecycle/create/unresolved.ts";
import { Declared } from "../../provider/lifecycle/identity/declared.ts";
import { Plugin } from "../../provider/plugin/plugin.ts";
import { lookups } from "../../resources/_lookups.ts";
import { definitions, references } from "../../resources/_registry.ts";
import { urnOf } from "../support/plugin-door.ts";
import { declared, errorOf } from "../support/session.ts";
import { classes } from "../support/session-inputs.ts";
import { freshRuntime, stackConfig } from "../support/session-runtime.ts";

/** Both hosts of an account at one address, where every connection is counted. */
async function openHosts() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  const settings = { backend: "api", baseUrl: url, apiBaseUrl: url };
  return { settings, world: `api:${url}+${url}#`, connections: () => connections };
}

/** The operations of one door by the engine's names. */
interface Door {
  check(news: Props): Promise<unknown>;
  diff(id: string, state: Props, news: Props): Promise<unknown>;
  readonly sending: Readonly<Record<string, (state: Props) => Promise<unknown>>>;
}

type Settings = Readonly<Record<string, string>>;

const doors: Readonly<Record<string, (settings: Settings) => Promise<(type: string) => Door>>> = {
  "dynamic resources": async (settings) => {
    const { handler } = await freshRuntime();
    await handler("storage:Volume").configure(stackConfig(settings));
    return (type) => {
      const made = handler(type);
      return {
        check: (news) => made.check({}, declared(news)),
        diff: (id, state, news) => made.diff(id, declared(state), declared(news)),
        sending: {
          create: (state) => made.create(declared(state)),
          read: (state) => made.read("one", declared(state)),
          update: (state) => made.update("one", declared(state), declared(state)),
          delete: (state) => made.delete("one", declared(state)),
        },
      };
    };
  },
  "the plugin": async (settings) => {
    const plugin = openPlugin(settings);
    return (type) => {
      const urn = urnOf(type);
      return {
        check: (news) => plugin.check(urn, { olds: {}, news }),
        diff: (id, olds, news) => plugin.diff(urn, { id, olds, news }),
        sending: {
          create: (state) => plugin.create(urn, state, 0),
          read: (state) => plugin.read(urn, { is: "refresh", id: "one", state, timeout: 0 }),
          update: (state) => plugin.update(urn, { id: "one", olds: state, news: state }, 0),
          delete: (state) => plugin.delete(urn, { id: "one", state }, 0),
        },
      };
    };
  },
};

function openPlugin(settings: Settings): Plugin {
  const said: string[] = [];
  const plugin = new Plugin(
    { definitions, references, lookups, components: async () => new Map() },
    {
      display: (message) => void said.push(lineOf(message)),
      declared: new Declared(),
      stopping: new AbortController().signal,
      ...{ env: {}, directory: process.cwd(), connect },
    },
  );
  plugin.configure({ values: settings, isExplicit: false, project: "shop" });
  return plugin;
}

describe.each(Object.entries(doors))("by way of %s", (_name, open) => {
  test("a preview of 200 resources of all classes makes no connection", async () => {
    const { settings, world, connections } = await openHosts();
    const doorOf = await open(settings);
    for (let at = 0; at < 200; at += 1) {
      const [type = "", , sample = {}] = classes[at % classes.length] ?? [];
      const { check, diff } = doorOf(type);
      expect(await check(sample)).toMatchObject({ failures: [] });
      const state = { ...sample, __world: world };
      expect(await diff(`object-${at}`, state, sample)).toMatchObject({ replaces: [] });
    }
    expect(connections()).toBe(0);
  });

  test("a preview shows a create of unknown outcome as one that is still open", async () => {
    const { settings, world, connections } = await openHosts();
    const { diff } = (await open(settings))("storage:Volume");
    const inputs = { name: "data", region: "eu", sizeGb: 10 };
    const unresolved = { applied: false, settlesAt: 0, at: 0 };
    const state = { ...inputs, __world: world, __unresolved: unresolved };
    const id = unresolvedId("0123456789abcdef0123");
    expect(await diff(id, state, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect(connections()).toBe(0);
  });

  test.each(classes)("%s names the setting before it sends anything", async (type, _is, sample) => {
    const { settings, world, connections } = await openHosts();
    const { sending } = (await open(settings))(type);
    for (const send of Object.values(sending)) {
      const error = await errorOf(() => send({ ...sample, __world: world }));
      expect(error.code).toBe("settings");
      expect(error.message).toContain("hosting:apiKey (HOSTING_API_KEY)");
    }
    expect(connections()).toBe(0);
  });
});

test("a list of the plugin names the setting", async () => {
  const { settings, connections } = await openHosts();
  const error = await errorOf(() => openPlugin(settings).list("storage:Volume"));
  expect(error.message).toContain("hosting:apiKey (HOSTING_API_KEY)");
  expect(connections()).toBe(0);
});

test.each(lookups)("$name by way of the plugin says that it needs a key", async (lookup) => {
  const { settings, connections } = await openHosts();
  const { area, name } = lookup;
  const [argument] = choicesOf(lookup);
  const args = argument === undefined ? {} : { [argument]: "web" };
  const error = await errorOf(() => openPlugin(settings).invoke(`${area}:${name}`, args));
  expect(error.message).toMatch(new RegExp(`^${name} asked for nothing: .*HOSTING_API_KEY`));
  expect(connections()).toBe(0);
});
