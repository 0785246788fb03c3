import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { noteWanted } from "../../../provider/lifecycle/operation/holders.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { Container } from "../../../resources/compute/container.ts";
import { PortForward, portForward } from "../../../resources/compute/port-forward.ts";
import { declared, errorOf, held, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";
import { known, mockEngine, watchOptions } from "../../support/session-mocks.ts";

const forward = classUnderTest(portForward);
const { registered } = mockEngine();
const inputs = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 8080 };
const block = { address: "203.0.113.1", firstPort: 20_000, lastPort: 20_009 };
const call = "DELETE /api/v1/instances/web/ports?protocol=tcp&public_port=20001";

describe("a forward's ports", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  test.each<[string, object, readonly string[]]>([
    ["no port", { publicPort: 0, targetPort: 65_536 }, ["publicPort", "targetPort"]],
    ["no whole number", { publicPort: 1.5, targetPort: -1 }, ["publicPort", "targetPort"]],
    // spec 8: shared IPv4 has no web ports.
    ["http in public", { publicPort: 80 }, ["publicPort"]],
    ["https in public", { publicPort: 443 }, ["publicPort"]],
    ["http inside", { targetPort: 80 }, []],
    ["mail", { targetPort: 25 }, ["targetPort"]],
    ["in a block", { publicPort: 20_001, __portBlock: block }, []],
    ["the last of a block", { publicPort: 20_009, __portBlock: block }, []],
    ["before a block", { publicPort: 19_999, __portBlock: block }, ["publicPort"]],
    ["behind a block", { publicPort: 20_010, __portBlock: block }, ["publicPort"]],
    ["a block that is not known", { publicPort: 20_000, __portBlock: unknown }, []],
    ["a block that says nothing", { publicPort: 20_000, __portBlock: {} }, []],
  ])("%s: %j refuses %j", (_what, change, refused) => {
    expect(forward.refused({ ...inputs, ...change })).toEqual(refused);
  });

  test("lead to 25 where mail is enabled, which the refusal names", () => {
    const mail = { ...inputs, targetPort: 25 };
    expect(forward.problems(mail)[0]?.reason).toContain("hosting:mailEnabled");
    expect(forward.problems(mail, {}, { mailEnabled: true })).toEqual([]);
  });

  test("warn of the first one of a block, which reaches SSH", () => {
    const first = { ...inputs, publicPort: 20_000, __portBlock: block };
    expect(forward.problems(first)).toMatchObject([{ severity: "warning" }]);
  });
});

describe("a forward", () => {
  test("is found by protocol and public port, and by nothing else", async () => {
    const list = "GET /api/v1/instances/web/ports";
    const others = [
      { protocol: "udp", public_port: 20_001, target_port: 1 },
      { protocol: "tcp", public_port: 20_002, target_port: 2 },
    ];
    const own = { protocol: "tcp", public_port: 20_001, target_port: 8080, description: "api" };
    const calls = [{ call: list, answer: [...others, own] }];
    const result = await forward.read("web/tcp/20001", inputs, calls);
    expect(result).toMatchObject({ id: "web/tcp/20001", inputs });
  });

  const ports = { call: "GET /api/v1/instances/web/ports" };
  const others = { ...ports, answer: [{ protocol: "udp", public_port: 20_001, target_port: 1 }] };

  test("is deleted by a query, whatever its inputs say", async () => {
    await forward.delete("web/tcp/20001", { ...inputs, publicPort: 1 }, [{ call }, others]);
  });

  test("that went with its container is deleted", async () => {
    const answer = { error: 'instance "web" not found' };
    const gone = { status: 404, answer };
    await forward.delete("web/tcp/20001", inputs, [{ call, ...gone }]);
  });

  test("that the platform refuses to delete, and does not show, has ended", async () => {
    const refused = { call, status: 409, answer: { error: "no" } };
    await forward.delete("web/tcp/20001", inputs, [refused, others, others]);
  });

  test("is deleted before its replacement is created", () => {
    const changed = forward.diff(inputs, { ...inputs, targetPort: 80 });
    expect(changed).toEqual({
      changes: undefined,
      replaces: ["targetPort"],
      deleteBeforeReplace: true,
    });
  });
});

describe("a forward of a Container", () => {
  test("takes its name and its block, and goes with it", async () => {
    const container = new Container("web", { image: "debian/13" });
    const { seen, options } = watchOptions();
    const args = { instanceName: container, protocol: "tcp", publicPort: 20_001, targetPort: 80 };
    const made = new PortForward("api", { ...args, protocol: "tcp" }, options);
    expect(await known(made.instanceName)).toBe("web_id");
    expect(seen[0]?.deletedWith).toBe(container);
    const [, { inputs: sent } = { inputs: {} }] = registered;
    expect(sent).toMatchObject({ instanceName: "web_id", publicPort: 20_001 });
  });

  test("keeps the option that says what it goes with", () => {
    const container = new Container("web", { image: "debian/13" });
    const other = new Container("other", { image: "debian/13" });
    const { seen, options } = watchOptions({ deletedWith: other });
    const ports = { publicPort: 20_001, targetPort: 80 };
    new PortForward("api", { instanceName: container, protocol: "tcp", ...ports }, options);
    expect(seen[0]?.deletedWith).toBe(other);
  });

  test("by its name alone stands for itself", () => {
    const { seen, options } = watchOptions();
    const ports = { publicPort: 20_001, targetPort: 80 };
    new PortForward("api", { instanceName: "web", protocol: "tcp", ...ports }, options);
    expect(seen[0]?.deletedWith).toBeUndefined();
  });
});

test("a list whose entries show other fields says nothing of a forward", async () => {
  const list = { call: "GET /api/v1/instances/web/ports" };
  const context = newContext([{ ...list, answer: [{ proto: "tcp", external_port: 20001 }] }]);
  const props = held({ instanceName: "web", protocol: "tcp", publicPort: 20001, targetPort: 80 });
  const { id } = await read(context, portForward, { id: "web/tcp/20001", props });
  expect(id).toBe("web/tcp/20001");
});

describe("a forward whose port is taken", () => {
  const refused = {
    call: "POST /api/v1/instances/web/ports",
    body: { protocol: "tcp", public_port: 20_001, target_port: 8080 },
    status: 409,
    answer: { error: "tcp port 20001 is forwarded already" },
  };
  const swaps = /`pulumi up --continue-on-error` twice/;

  test("names the resource of the stack that has it, and not `adopt`", async () => {
    const context = newContext([refused]);
    const id = "web/tcp/20001";
    noteWanted(context, portForward, { id, state: held(inputs, "adm") });
    const { message } = await errorOf(() => create(context, portForward, declared(inputs)));
    expect(message).toMatch(/port forward "adm" has web\/tcp\/20001/);
    expect(message).toMatch(swaps);
    expect(message).not.toContain("adopt");
  });

  test("names `adopt` only where no resource of the stack has it", async () => {
    const { message } = await errorOf(() =>
      create(newContext([refused]), portForward, declared(inputs)),
    );
    expect(message).toMatch(swaps);
    expect(message).toContain("set adopt to web/tcp/20001");
  });
});
