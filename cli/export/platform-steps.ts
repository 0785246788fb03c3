import type { Settings } from "../../provider/connection/settings.ts";
import { type SettingName, settingNames } from "../../provider/setting-names.ts";
import { argument } from "./argument.ts";

/** The commands that point a new stack at the platform that an export read; the key is asked for. */
export function platformSteps({ backend, apiKeyId }: Settings): readonly string[] {
  const keyId = set("apiKeyId", apiKeyId);
  if (backend.kind === "embedded") {
    // The config of a stack names no file outside of its project.
    const file = `export ${settingNames.embeddedFile}=${argument(backend.file)}`;
    const key = backend.apiKey === undefined ? [] : [keyCommand];
    return [...set("backend", "embedded"), file, ...key, ...keyId];
  }
  const { baseUrl, apiBaseUrl, account } = backend;
  return [
    ...set("baseUrl", baseUrl),
    ...set("apiBaseUrl", apiBaseUrl),
    ...set("account", account),
    keyCommand,
    ...keyId,
  ];
}

const keyCommand = "pulumi config set --secret hosting:apiKey   # asks for it";

function set(name: SettingName, value: string | undefined): readonly string[] {
  if (value === undefined || value === "") return [];
  return [`pulumi config set hosting:${name} ${argument(value)}`];
}
