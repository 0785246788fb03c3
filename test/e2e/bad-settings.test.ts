import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";

let stack: TestStack;
let original: Readonly<Record<string, string>>;
beforeAll(async () => {
  stack = await openStack();
  stack.program('new hosting.FloatingIp("address", { region: "eu-1" });');
  original = { ...stack.env };
});
afterEach(() => {
  for (const name of Object.keys(stack.env)) delete stack.env[name];
  Object.assign(stack.env, original);
});
afterAll(() => stack[Symbol.asyncDispose]());

const account = {
  HOSTING_BACKEND: "api",
  HOSTING_API_KEY: "0123456789abcdef",
  HOSTING_BASE_URL: "https://console.example",
  HOSTING_API_BASE_URL: "https://api.example",
};

it.each<[what: string, env: Readonly<Record<string, string>>, reason: string]>([
  [
    "no backend",
    { HOSTING_BACKEND: "" },
    "No platform is chosen, so nothing was sent. Run `pulumi config set hosting:backend embedded` to try it locally, or `pulumi config set --secret hosting:apiKey` with hosting:baseUrl and hosting:apiBaseUrl to use an account.",
  ],
  [
    "an unknown backend",
    { HOSTING_BACKEND: "cloud" },
    'Setting hosting:backend (HOSTING_BACKEND) must be embedded or api, not "cloud". Nothing was sent.',
  ],
  [
    "an account without a key",
    { ...account, HOSTING_API_KEY: "" },
    "The api backend lacks hosting:apiKey (HOSTING_API_KEY), so nothing was sent. Run `pulumi config set --secret hosting:apiKey`.",
  ],
  [
    "an account without anything",
    { HOSTING_BACKEND: "api" },
    "The api backend lacks hosting:baseUrl (HOSTING_BASE_URL), hosting:apiBaseUrl (HOSTING_API_BASE_URL) and hosting:apiKey (HOSTING_API_KEY), so nothing was sent. Run `pulumi config set hosting:baseUrl`, `pulumi config set hosting:apiBaseUrl` and `pulumi config set --secret hosting:apiKey`.",
  ],
  [
    "a malformed key",
    { ...account, HOSTING_API_KEY: "too short" },
    "The API key in hosting:apiKey (HOSTING_API_KEY) was not accepted: a key is 16 to 512 printable ASCII characters without spaces. Copy it again from the console.",
  ],
  [
    "an address that is no URL",
    { ...account, HOSTING_BASE_URL: "console.example" },
    "The address in hosting:baseUrl (HOSTING_BASE_URL) was not accepted: it is not a URL. Write it like https://console.example.",
  ],
  [
    "http to another machine",
    { ...account, HOSTING_API_BASE_URL: "http://api.example" },
    "The address in hosting:apiBaseUrl (HOSTING_API_BASE_URL) was not accepted: http would send the API key in clear, so it is for this machine only. Write it like https://console.example.",
  ],
  [
    "assumptions that are not JSON",
    { HOSTING_ASSUMPTIONS: "{" },
    "Setting hosting:assumptions (HOSTING_ASSUMPTIONS) must be a JSON object of assumption names and values: it is not JSON. Nothing was sent.",
  ],
  [
    "an assumption of another type",
    { HOSTING_ASSUMPTIONS: '{ "words.ready": "up" }' },
    'Setting hosting:assumptions (HOSTING_ASSUMPTIONS) must be a JSON object of assumption names and values: assumption "words.ready" must be a list of strings, like',
  ],
])("%s is explained at preview in one line", async (_what, env, reason) => {
  Object.assign(stack.env, env);
  const { errors, output } = await stack.preview({ fails: true });
  expect(errors).toEqual([expect.stringContaining(`has a problem: ${reason}`)]);
  expect(output).not.toMatch(/^ +at /m);
  expect(stack.requests()).toEqual([]);
});

it("keys of the config that are misspelt or in plain text are warned of, once", async () => {
  await stack.config("hosting:backnd", "embedded");
  await stack.config("hosting:apiKey", "hk_0123456789abcdef");
  stack.env["HOSTING_BACKEND"] = "embedded";
  const { messages } = await stack.preview();
  for (const name of ["hosting:backnd", "hosting:apiKey"])
    await stack.run("config", "rm", name, "--stack", "dev");
  expect(messages).toEqual([
    "hosting:backnd is no setting; did you mean hosting:backend?",
    expect.stringMatching(/^hosting:apiKey is stored in plain text\./),
  ]);
});
