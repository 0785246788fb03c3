import { readSettings, requireKey } from "../../../../provider/connection/settings.ts";
import { handler } from "../../../../resources/runtime.ts";
import { secretKey } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";

/** Failures of code `settings`. */
export function settingsCases(): readonly ErrorCase[] {
  const account = {
    backend: "api",
    baseUrl: "https://console.example",
    apiBaseUrl: "https://api.example",
    apiKey: secretKey,
  };
  const reading = (config: Readonly<Record<string, string>>) => () =>
    readSettings({ env: {}, config: (name) => config[name], directory: "/app" });
  return [
    {
      title: "No platform is chosen",
      cause: "Neither `hosting:backend` nor a key or an address is set.",
      wayOut: "Choose the embedded platform, or set what an account needs.",
      play: reading({}),
    },
    {
      title: "An address is missing",
      cause:
        "A key or an address is set, so an account is meant, and a part of what it needs is not there.",
      wayOut: "Set what the message names; it names all of it at once.",
      play: reading({ baseUrl: "https://console.example" }),
    },
    {
      title: "The key is missing",
      cause:
        "Something would be sent: `up`, `refresh` and `destroy` need a key, and lookups do. [A preview](../guides/settings.md#without-a-key) without lookups does not.",
      wayOut:
        "Set the key where the message says. In a preview without a key, `getXOutput` in the place of `getX` is unknown.",
      play: () => requireKey(reading({ ...account, apiKey: "" })()),
    },
    {
      title: "The key is none",
      cause:
        "The configured key has spaces, or is too short or too long. The message does not repeat it.",
      wayOut: "Copy the whole key once more.",
      play: reading({ ...account, apiKey: "too short" }),
    },
    {
      title: "An address is malformed",
      cause: "It is no `https://` origin, or has a path behind the host.",
      wayOut: "Write scheme and host alone.",
      play: reading({ ...account, baseUrl: "https://console.example/api/v1" }),
    },
    {
      title: "An address is empty",
      cause:
        "A variable of an address is set and empty, as in a CI job that lacks one, and the key comes from the environment. An address of the stack's config, which a pull request can change, does not get it.",
      wayOut: "Give the variable its value, or unset it.",
      play: () =>
        readSettings({
          env: { HOSTING_API_KEY: secretKey, HOSTING_BASE_URL: "" },
          config: (name) => Object.entries(account).find(([known]) => known === name)?.[1],
          directory: "/app",
        }),
    },
    {
      title: "A file is not the project's",
      cause:
        "The stack's config or a `Provider` names a file outside of the project's directory, also by a link.",
      wayOut: "Take a file of the project, or name it in the environment.",
      play: reading({ backend: "embedded", logRequests: "/etc/requests.jsonl" }),
    },
    {
      title: "An assumed route is another purpose's",
      cause:
        "A route of `hosting:assumptions` would make a read send a change, or a change a deletion.",
      wayOut: "Write a route with a method of its purpose.",
      play: reading({
        ...account,
        assumptions: '{"routes.volume.get":"DELETE /v1/volumes/{volume_id}"}',
      }),
    },
    {
      title: "An assumption has an unknown name",
      cause:
        "`hosting:assumptions` has a name that [the table of assumptions](assumptions.md) does not.",
      wayOut: "Take the name that the message suggests, or one of the table.",
      play: reading({ ...account, assumptions: '{"fields.state":"state"}' }),
    },
    {
      title: "A price has an unknown name",
      cause: "`hosting:prices` has a key that is none, or a price that is no number of dollars.",
      wayOut: "Take the key that the message suggests.",
      play: reading({ ...account, prices: '{"instance.plans.small":6}' }),
    },
    {
      title: "A choice has an unknown value",
      cause: "A setting that takes one of a few words has another one.",
      wayOut: "Use one of the words that the message names.",
      play: reading({ ...account, assumedRoutes: "always" }),
    },
    {
      title: "A newer version made the resource",
      cause: "The state has a class that this version of the package does not have.",
      wayOut: "Install the version that made it, or a newer one.",
      play: () => handler("storage:Tape"),
    },
  ];
}
