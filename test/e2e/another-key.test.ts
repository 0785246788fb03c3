import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { MortalStack } from "../support/stack-kill.ts";
import { servePlatform } from "../support/stack-server.ts";

/** One of each kind, as in a usual small stack. */
const program = `
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.Container("job", { image: "debian/13" });
new hosting.Network("lan", {});`;

/**
 * A stack on a platform with two organizations on one host, which its keys tell apart. `shared` are
 * paths that show the stack's organization to the other key as well, like one of another project.
 */
async function twoAccounts(shared: string) {
  const stack = await openStack();
  onTestFinished(() => stack[Symbol.asyncDispose]());
  const own = stack.platform;
  const other = openPlatform({ file: join(stack.directory, "other.db") });
  onTestFinished(() => other.close());
  const served = await servePlatform({ rootKey: own.rootKey, fetch: answerOf(own, other, shared) });
  onTestFinished(() => served[Symbol.asyncDispose]());
  Object.assign(stack.env, served.env);
  stack.program(program);
  await stack.up();
  return { stack, other };
}

function answerOf(own: Platform, other: Platform, shared: string): Platform["fetch"] {
  return async (request) => {
    const isOwn = request.headers.get("authorization") === `Bearer ${own.rootKey}`;
    const isShared = new URL(request.url).pathname.startsWith(shared);
    const platform = isOwn || isShared ? own : other;
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${platform.rootKey}`);
    return platform.fetch(new Request(request, { headers }));
  };
}

function names(stack: TestStack): readonly string[] {
  return stack.state().map(({ name }) => name);
}

it("refresh and destroy with a key of another organization leave the state whole and name the way out", async () => {
  const { stack, other } = await twoAccounts("/none");
  const own = stack.env["HOSTING_API_KEY"] ?? "";
  const before = names(stack);
  stack.requests();
  stack.env["HOSTING_API_KEY"] = other.rootKey;
  for (const command of ["refresh", "destroy"] as const) {
    const { errors } = await stack[command]({ fails: true });
    expect(errors.join("\n")).toMatch(/ is missing, but this API key has never seen it/);
    expect(errors.join("\n")).toMatch(/HOSTING_DELETED_BY_HAND=\w+:\S+/);
    expect(names(stack)).toEqual(before);
  }
  expect(stack.requests()).toEqual([]);

  stack.env["HOSTING_API_KEY"] = own;
  expect((await stack.refresh()).changes).toEqual({});
  expect((await stack.up()).changes).toEqual({});
  await stack.destroy();
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], instance: [], container: [] });
});

it("refresh with a key of another project keeps what is under /v1, though /api/v1 answers", async () => {
  const { stack, other } = await twoAccounts("/api/v1/");
  const before = names(stack);
  stack.env["HOSTING_API_KEY"] = other.rootKey;
  const { errors } = await stack.refresh({ fails: true });
  expect(errors.join("\n")).toContain(" is missing, but this API key has never seen it");
  expect(names(stack)).toEqual(before);
});

it("a new key of the same organization refreshes and destroys, also what was deleted by hand", async () => {
  const { stack } = await twoAccounts("/");
  stack.env["HOSTING_API_KEY"] = "hk_a_new_key_of_the_same_organization";
  const address = stack.resource("address").id;
  const erased = await stack.platform.fetch(
    new Request(`http://platform.test/v1/floating-ips/${address}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${stack.platform.rootKey}` },
    }),
  );
  expect(erased.ok).toBe(true);
  expect((await stack.refresh()).changes).toEqual({ address: "delete" });
  await stack.destroy();
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], instance: [], container: [] });
});

it("what a run was killed over with a colleague's key is taken over by its ids, without a word of the user", async () => {
  await using mortal = await MortalStack.open(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });`);
  const { stack, platform } = mortal;
  await mortal.killedInside("before 2 Create");
  expect(mortal.creates()).toEqual(["POST /v1/floating-ips", "POST /v1/volumes"]);
  stack.env["HOSTING_API_KEY"] = platform.createKey({ scopes: ["*"], level: "Admin" }).key;
  await stack.up();
  expect(mortal.creates()).toEqual([]);
  expect(mortal.state()).toEqual(mortal.world());
  expect(mortal.world()).toHaveLength(2);
});
