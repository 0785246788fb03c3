import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { providerNames } from "../../provider/setting-names.ts";
import { Provider } from "../../resources/provider.ts";
import { Volume } from "../../resources/storage/volume.ts";
import { known, mockEngine } from "../support/session-mocks.ts";

const { registered } = mockEngine();

describe("an explicit provider", () => {
  test("passes all of its settings on as texts, and says that it is one", async () => {
    const args = {
      backend: "api",
      apiKey: "hk_0123456789abcdefWXYZ",
      apiKeyId: "key_1",
      baseUrl: "https://console.example",
      apiBaseUrl: pulumi.output("https://api.example"),
      account: "shop",
      requestsPerMinute: 30,
      mailEnabled: true,
      assumedRoutes: "never",
      assumptions: { "fields.status": "state" },
      embeddedFile: "one.db",
      logRequests: "requests.log",
      coordination: "postgres://team:secret@db.example/hosting",
    } as const;
    const provider = new Provider("eu", args);
    await known(provider.id);
    const [{ type, inputs } = { type: "", inputs: {} }] = registered;
    expect(type).toBe("pulumi:providers:pulumi-nodejs");
    expect(inputs).toMatchObject({
      "hosting:explicit": "true",
      "hosting:backend": "api",
      "hosting:requestsPerMinute": "30",
      "hosting:mailEnabled": "true",
      "hosting:assumptions": '{"fields.status":"state"}',
      "hosting:apiBaseUrl": "https://api.example",
    });
    const names = [...providerNames, "explicit"].map((name) => `hosting:${name}`);
    expect(Object.keys(inputs).toSorted()).toEqual(names.toSorted());
  });

  test.each([
    ["apiKey", "hk_0123456789abcdefWXYZ"],
    ["coordination", "postgres://team:secret@db.example/hosting"],
  ])("keeps %s a secret", async (name, value) => {
    const provider = new Provider("eu", { [name]: value });
    expect(await pulumi.isSecret(provider.settings)).toBe(true);
    await known(provider.id);
    expect(registered[0]?.inputs[`hosting:${name}`]).not.toBe(value);
  });

  test("passes on the name of the variable that holds its key, and no key", async () => {
    const provider = new Provider("eu", { backend: "api", apiKeyFrom: "OTHER_KEY" });
    await known(provider.id);
    expect(registered[0]?.inputs).toEqual({
      "hosting:explicit": "true",
      "hosting:backend": "api",
      "hosting:apiKeyFrom": "OTHER_KEY",
    });
  });

  test("passes on nothing that was left out", async () => {
    const provider = new Provider("eu", { backend: "embedded" });
    await known(provider.id);
    expect(registered[0]?.inputs).toEqual({
      "hosting:explicit": "true",
      "hosting:backend": "embedded",
    });
  });

  test("can be given to resources", async () => {
    const provider = new Provider("eu", { backend: "embedded" });
    const volume = new Volume("data", { region: "eu", sizeGb: 10 }, { provider });
    await known(volume.id);
    expect(registered).toHaveLength(2);
  });

  test("refuses an output inside of a text: all accounts would have one name", () => {
    const account = `team-${pulumi.output("a")}`;
    const reason = 'Provider "eu" was not made: account has an output inside of a text';
    expect(() => new Provider("eu", { backend: "api", account })).toThrow(reason);
  });

  test.each([
    [{ backnd: "api" }, 'Provider "eu" has no setting backnd; did you mean backend?'],
    [{ colour: "red" }, 'Provider "eu" has no setting colour; known: backend, apiKey, '],
    ["api", 'The arguments of Provider "eu" must be an object'],
    [undefined, 'The arguments of Provider "eu" must be an object'],
  ])("refuses %j", (args, reason) => {
    expect(() => Reflect.construct(Provider, ["eu", args])).toThrow(reason);
  });
});
