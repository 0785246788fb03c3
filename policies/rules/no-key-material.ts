import { anyResourceRule } from "../rule.ts";
import { texts } from "../settings.ts";
import type { Resource } from "../view.ts";

/** Properties that are kept as secrets. */
export const secretProperties: ReadonlySet<string> = new Set([
  "accessKey",
  "privateKey",
  "secretKey",
]);

export const noKeyMaterial = anyResourceRule(
  {
    name: "no-key-material",
    topic: "access",
    severity: "critical",
    level: "mandatory",
    about: "Keys appear only in secret properties.",
    fix: "Remove the key from the program, and replace it: it was readable in the state.",
    settings: {
      patterns: texts("Regular expressions that match keys.", [
        "-----BEGIN [A-Z ]*PRIVATE KEY-----",
        "\\bAKIA[0-9A-Z]{16}\\b",
        "\\bgh[pousr]_[A-Za-z0-9]{36}\\b",
      ]),
    },
  },
  ({ properties, isSecret }, { patterns }) => {
    const search = { patterns: patterns.map((pattern) => new RegExp(pattern)), isSecret };
    return Object.entries(properties)
      .filter(([name]) => !secretProperties.has(name))
      .flatMap(([name, value]) => keysIn(value, name, search));
  },
);

interface Search extends Pick<Resource, "isSecret"> {
  readonly patterns: readonly RegExp[];
}

/** Where a key was found; never what it is. */
function keysIn(value: unknown, path: string, search: Search): readonly string[] {
  if (search.isSecret(path)) return [];
  if (typeof value === "string") {
    const found = search.patterns.find((pattern) => pattern.test(value));
    return found === undefined
      ? []
      : [`${path} holds text that matches ${String(found)}, and only secret properties may`];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => keysIn(item, `${path}.${key}`, search));
}
