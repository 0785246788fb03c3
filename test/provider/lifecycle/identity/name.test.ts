import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../../contract/values/unknown.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { Declared } from "../../../../provider/lifecycle/identity/declared.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { declared, newContext, world } from "../../../support/session.ts";
import { toy } from "../../../support/session-toy.ts";

const data = { region: "eu", sizeGb: 10 };
const generated = /^main-[a-z2-7]{8}$/;

/** Inputs after a check. */
function checked(definition: Definition, inputs: Props, oldInputs: Props = {}): Props {
  return check(definition, { mailEnabled: false, now: 0 }, { oldInputs, inputs }).inputs;
}

function nameOf(definition: Definition, inputs: Props, oldInputs: Props = {}): unknown {
  return checked(definition, declared(inputs), oldInputs)["name"];
}

function nameFor(identity: Props): unknown {
  return checked(volume, { ...data, __identity: identity })["name"];
}

const identity = { organization: "org", project: "shop", stack: "dev", name: "main" };

describe("a name that was left out", () => {
  test("is the logical name with eight letters and digits, the same for ever", () => {
    expect(nameOf(volume, data)).toMatch(generated);
    expect(checked(volume, declared(data))["__generatedName"]).toBe(true);
    // It is asked for again after a crash of an older version.
    expect(nameOf(volume, data)).toBe("main-zeyx7kh4");
  });

  test.each([
    ["an input that replaces", nameOf(volume, { ...data, region: "us" })],
    ["an optional input", nameOf(volume, { ...data, filesystem: "xfs" })],
    ["the organization", nameFor({ ...identity, organization: "other" })],
    ["the project", nameFor({ ...identity, project: "other" })],
    ["the stack", nameFor({ ...identity, stack: "other" })],
    ["the logical name", nameFor({ ...identity, name: "other" })],
    ["the class", nameOf(container, data)],
  ])("is another one with another value of %s", (_what, name) => {
    expect(name).not.toBe(nameOf(volume, data));
  });

  test.each([
    ["the order of inputs", volume, { sizeGb: 10, region: "eu" }, data],
    ["an opt-in", volume, { ...data, allowDataLoss: true }, data],
    ["an input that is updated in place", volume, { ...data, sizeGb: 11 }, data],
    ["timeouts", volume, { ...data, timeouts: { create: "1h" } }, data],
    ["a secret", toy, { shape: "round", token: "alpha", phrase: "one" }, { shape: "round" }],
  ])("does not depend on %s", (_what, definition, inputs, others) => {
    expect(nameOf(definition, inputs)).toBe(nameOf(definition, others));
  });

  const old = checked(volume, declared(data));
  test.each<[string, Props, Props, unknown]>([
    ["other inputs", { ...data, sizeGb: 99 }, old, old["name"]],
    ["an input that is unknown", { ...data, sizeGb: UNKNOWN }, old, old["name"]],
    ["a name that was given before", data, { ...data, name: "mine" }, "mine"],
  ])("stays what it was as long as there are old inputs: %s", (_what, inputs, oldInputs, name) => {
    const given = { ...declared(inputs), __identity: { ...identity, stack: "prod" } };
    expect(checked(volume, given, oldInputs)).toMatchObject({ name, __generatedName: true });
  });

  test("is unknown while an input is that it depends on", () => {
    expect(nameOf(volume, { ...data, region: UNKNOWN })).toBe(UNKNOWN);
    expect(nameOf(volume, { ...data, allowDataLoss: UNKNOWN })).toMatch(generated);
    expect(nameOf(volume, { ...data, sizeGb: UNKNOWN })).toMatch(generated);
    expect(nameOf(toy, { token: UNKNOWN })).toMatch(generated);
  });

  test("is that of the object which is taken over", () => {
    const inputs = checked(volume, declared({ ...data, adopt: "vol_1" }));
    expect(inputs).not.toHaveProperty("name");
    expect(inputs["__generatedName"]).toBe(true);
  });

  test("is left alone by classes without names", () => {
    const forward = { instanceName: "web", protocol: "tcp", publicPort: 20_001, targetPort: 80 };
    expect(checked(portForward, declared(forward))).toEqual(declared(forward));
  });

  test("is a name of letters, digits and hyphens, at most 63, whatever the logical name", () => {
    const anyName = fc.oneof(fc.string(), fc.string({ unit: "grapheme", maxLength: 200 }));
    fc.assert(
      fc.property(anyName, (name) => {
        expect(nameFor({ ...identity, name })).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
      }),
    );
  });

  test.each([
    ["Web Server", /^web-server-[a-z2-7]{8}$/],
    ["--web--", /^web-[a-z2-7]{8}$/],
    ["日本", /^x-[a-z2-7]{8}$/],
    ["a".repeat(100), /^a{54}-[a-z2-7]{8}$/],
  ])("of %j keeps what can be kept", (name, pattern) => {
    expect(nameFor({ ...identity, name })).toMatch(pattern);
  });

  test("differs under two parents, and at the top it is as it was", () => {
    const names = ["", "my:Web$", "my:Db$", "my:Db$my:Web$"].map((types) => {
      const urn = `urn:pulumi:dev::shop::${types}pulumi-nodejs:dynamic/hosting/storage:Volume::main`;
      return checked(volume, { ...declared(data), __urn: urn })["name"];
    });
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe(nameOf(volume, data));
  });
});

test("a name that was given is kept as it is", () => {
  const inputs = checked(volume, declared({ ...data, name: "mine" }));
  expect(inputs["name"]).toBe("mine");
  expect(inputs).not.toHaveProperty("__generatedName");
});

describe("the name of a replacement", () => {
  const first = declared({ ...data });
  const second = declared({ ...data, region: "us" });
  const made = checked(volume, first);

  /** The name of what replaces an object with these old inputs, as the engine asks for it in one run. */
  function replacing(oldInputs: Props, inputs: Props): unknown {
    const settings = { mailEnabled: false, now: 0, declared: new Declared() };
    check(volume, settings, { oldInputs, inputs });
    return check(volume, settings, { oldInputs: {}, inputs }).inputs["name"];
  }

  test("is the same after a crash, and depends on what it replaces", () => {
    expect(replacing(made, second)).toBe(replacing(made, second));
    expect(replacing(made, second)).not.toBe(nameOf(volume, { ...data, region: "us" }));
    expect(replacing({ ...first, name: "own" }, second)).not.toBe(replacing(made, second));
  });

  test("is another one when the program goes back to earlier inputs", () => {
    const replaced = { ...second, name: replacing(made, second), __generatedName: true };
    const back = replacing(replaced, first);
    expect(back).toMatch(generated);
    expect(back).not.toBe(made["name"]);
  });

  test("depends on the state where the engine deletes a dependent first and checks it but once", async () => {
    const context = newContext();
    const state = { ...made, __world: world };
    const inputs = { ...made, region: UNKNOWN, allowDataLoss: true };
    await diff(context, volume, { id: "vol_1", state, inputs });
    const settings = { mailEnabled: false, now: 0, declared: context.declared };
    const { name } = check(volume, settings, { oldInputs: {}, inputs: second }).inputs;
    expect(name).toBe(replacing(made, second));
  });
});
