import { describe, expect, test } from "vitest";
import { containerBody, idOf, instanceBody, sender, volumeBody } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { type Account, exported, newAccount } from "../doctor/account.ts";

/** An account whose machines are what they are at once. */
async function opened() {
  const account = await newAccount();
  account.platform.configure({ bootSeconds: 0, stopSeconds: 0 });
  account.answer("config", "{}");
  const send = sender(account.platform);
  const made = async (route: string, body: unknown) => idOf(await send(`POST ${route}`, body));
  return { ...account, send, made, run: runner(account) };
}

/** Runs a command, and tells what it has left and sent. */
function runner({ directory, env, platform }: Account) {
  return async (words: string, seat: { typed?: string } = {}) => {
    const before = platform.requests().at(-1)?.seq ?? 0;
    const { code, stdout, stderr } = await runCli(words.split(" "), { directory, env, ...seat });
    const sent = platform
      .requests()
      .filter(({ seq, method }) => seq > before && method !== "GET")
      .map(({ method, path, status }) => `${method} ${path} ${status}`);
    return { code, stdout, stderr: stderr.trim(), sent };
  };
}

/** A resource of the stack's state, made by a class unless another token is given. */
function resource(
  type: string,
  id: string,
  inputs: object,
  token = `pulumi-nodejs:dynamic/hosting/${type}`,
) {
  return { urn: `urn:pulumi:dev::shop::${token}::main`, type: token, id, inputs, outputs: {} };
}

describe("an action by hand", () => {
  test("is done to the machine that has the name, of whatever class, and waited for", async () => {
    const { made, run, send } = await opened();
    await send("POST /api/v1/instances", containerBody("job"));
    const instance = await made("/v1/instances", instanceBody("web"));
    const server = await made("/api/v2/servers", { name: "db", size: "small" });
    const ends = await Promise.all(
      ["stop job", "freeze web", "restart db"].map((words) => run(`${words} --yes --json`)),
    );
    const json = ends.map(({ code, stdout }) => ({ code, ...JSON.parse(stdout) }));
    expect(json).toEqual([
      { code: 0, action: "stop", class: "Container", id: "job", status: "stopped", isSent: true },
      {
        code: 0,
        action: "freeze",
        class: "Instance",
        id: instance,
        status: "frozen",
        isSent: true,
      },
      { code: 0, action: "restart", class: "Server", id: server, status: "running", isSent: true },
    ]);
    const back = await Promise.all(
      ["start job", `unfreeze ${instance}`].map((words) => run(words)),
    );
    expect(back.map(({ stdout }) => stdout)).toEqual([
      "container job is started.\n",
      `instance ${instance} (web) is unfrozen.\n`,
    ]);
    expect(await run("start job")).toMatchObject({
      code: 0,
      stdout: "container job is started already; nothing was sent.\n",
      sent: [],
    });
  });

  test("is done to what the program of the stack calls so, whatever its name on the platform", async () => {
    const { answer, made, run } = await opened();
    const web = await made("/v1/instances", instanceBody("main-abcdefgh"));
    await made("/v1/instances", instanceBody("main"));
    answer("stack-export", exported([resource("compute:Instance", web, {})]));
    const { code, stdout } = await run("stop main --stack dev --yes");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `instance ${web} (main-abcdefgh) is stopped.\n`,
    });
    expect((await run("start other --stack dev")).code).toBe(1);
  });

  test.each([
    [
      "a name that two classes have",
      "stop web",
      /^Nothing was done: "web" is 2 objects\. Say which one is meant: Container:web or Instance:inst_\w+\.$/,
    ],
    [
      "a name that nothing has",
      "stop nobody",
      /^Nothing was done: no container, instance or server .*"nobody"\.$/,
    ],
    [
      "an id that nothing has",
      "start Instance:inst_0",
      /^Nothing was done: no instance .*inst_0"\.$/,
    ],
    ["no way to ask", "stop Container:web", /^Nothing was done: Stop container web\? .*add --yes/],
    [
      "a state that the action does not leave",
      "stop cold --yes",
      /^container "cold": .*it is frozen.*run this command again\.$/,
    ],
  ])("is refused for %s", async (_why, words, message) => {
    const { made, run, send } = await opened();
    await send("POST /api/v1/instances", containerBody("web"));
    await send("POST /api/v1/instances", containerBody("cold"));
    await send("POST /api/v1/instances/cold/action", { action: "freeze" });
    await made("/v1/instances", instanceBody("web"));
    const { code, stdout, stderr } = await run(words);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  });

  test.each([
    ["y\n", 0, "stopped"],
    ["no\n", 1, "running"],
    ["\n", 1, "running"],
  ])("is asked for before it cuts traffic: %j ends with %i", async (typed, code, state) => {
    const { platform, run, send } = await opened();
    await send("POST /api/v1/instances", containerBody("job"));
    const end = await run("stop job", { typed });
    expect(end).toMatchObject({
      code,
      stderr: expect.stringContaining("Stop container job? [y/N]"),
    });
    expect(platform.snapshot().container[0]?.["status"]).toBe(state);
  });

  test.each([
    ["running", undefined, /^warning: the stack "dev" declares desiredState "running" for job: /],
    ["running", "hosting:compute:Container", /^warning: the stack "dev" declares desiredState /],
    ["stopped", undefined, /^$/],
  ])("warns where the stack declares %s, also by the plugin", async (desiredState, token, said) => {
    const account = await opened();
    await account.send("POST /api/v1/instances", containerBody("job"));
    const inputs = { image: "debian/13", desiredState };
    const declared = resource("compute:Container", "job", inputs, token);
    account.answer("stack-export", exported([declared]));
    const { code, stderr } = await account.run("stop job --stack dev --yes");
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(said) });
  });
});

describe("a volume and a floating IP by hand", () => {
  test("are applied by one request each, and a second time by none", async () => {
    const { made, run, send } = await opened();
    const [web, spare] = [
      await made("/v1/instances", instanceBody("web")),
      await made("/v1/instances", instanceBody("spare")),
    ];
    const volume = await made("/v1/volumes", { ...volumeBody("data"), region: "eu" });
    const address = await made("/v1/floating-ips", { region: "eu" });
    const ends = [];
    for (const words of [
      `attach data web`,
      `attach ${volume} ${web}`,
      `detach data --yes`,
      `detach ${volume} --json`,
      `assign ${address} web`,
      `assign ${address} ${spare} --yes --json`,
      `unassign ${address} --yes`,
      `unassign ${address}`,
    ])
      ends.push(await run(words));
    expect(ends.map(({ stdout, sent }) => [stdout, ...sent])).toEqual([
      [`${volume} is attached to ${web}.\n`, `POST /v1/volumes/${volume}/attach 200`],
      [`${volume} is attached to ${web} already; nothing was sent.\n`],
      [`${volume} is detached.\n`, `POST /v1/volumes/${volume}/detach 200`],
      [`${JSON.stringify({ volumeId: volume, instanceId: null, isSent: false })}\n`],
      [`${address} is assigned to ${web}.\n`, `POST /v1/floating-ips/${address}/assign 200`],
      [
        `${JSON.stringify({ floatingIpId: address, instanceId: spare, isSent: true })}\n`,
        `POST /v1/floating-ips/${address}/assign 200`,
      ],
      [`${address} is unassigned.\n`, `POST /v1/floating-ips/${address}/unassign 200`],
      [`${address} is unassigned already; nothing was sent.\n`],
    ]);
    expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
    expect((await send(`GET /v1/volumes/${volume}`)).body).toMatchObject({ instance_id: null });
  });

  test("are not taken from where they serve without a word", async () => {
    const { made, run } = await opened();
    const [web, spare] = [
      await made("/v1/instances", instanceBody("web")),
      await made("/v1/instances", instanceBody("spare")),
    ];
    const volume = await made("/v1/volumes", { ...volumeBody("data"), region: "eu" });
    const address = await made("/v1/floating-ips", { region: "eu" });
    await run(`attach ${volume} ${web}`);
    await run(`assign ${address} ${web}`);
    for (const [words, why] of [
      [`attach ${volume} ${spare}`, `was not created: ${volume} is attached to ${web}.`],
      [`detach ${volume}`, `Detach ${volume} from ${web}?`],
      [`assign ${address} ${spare}`, `Its traffic leaves ${web}.`],
      [`unassign ${address}`, "Then it routes nowhere."],
    ]) {
      const { code, stderr, stdout } = await run(words ?? "");
      expect({ words, code, stderr, stdout }).toEqual({
        ...{ words, code: 1, stdout: "" },
        stderr: expect.stringContaining(why ?? ""),
      });
    }
  });

  test("warn where the stack declares another place", async () => {
    const account = await opened();
    const { made, run } = account;
    const web = await made("/v1/instances", instanceBody("web"));
    const volume = await made("/v1/volumes", { ...volumeBody("data"), region: "eu" });
    const elsewhere = { volumeId: volume, instanceId: "inst_other" };
    account.answer(
      "stack-export",
      exported([resource("storage:VolumeAttachment", `${volume}/inst_other`, elsewhere)]),
    );
    const { code, stderr } = await run(`attach ${volume} ${web} --stack dev`);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^warning: the stack "dev" declares a volume attachment to inst_other: /,
      ),
    });
  });
});

test("the key is in nothing that a command prints", async () => {
  const { env, run, send } = await opened();
  await send("POST /api/v1/instances", containerBody("job"));
  env["HOSTING_API_KEY"] = "hosting_wrong_key_of_some_length";
  const { code, stdout, stderr } = await run("stop job --yes");
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).not.toContain("hosting_wrong_key");
});
