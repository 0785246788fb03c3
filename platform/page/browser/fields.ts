import { make } from "./dom.ts";

/** The fields of an object, a line each. */
export function fieldTable(object: object): HTMLElement {
  const rows = Object.entries(object).map(([name, value]) =>
    make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, valueText(value))),
  );
  return make("table", { class: "fields", "aria-label": "Fields" }, make("tbody", {}, ...rows));
}

function valueText(value: unknown): HTMLElement | string {
  if (typeof value === "string") return value === "" ? '""' : value;
  if (typeof value !== "object" || value === null) return String(value);
  if (Object.keys(value).length === 0) return Array.isArray(value) ? "none" : "{}";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return value.join(", ");
  }
  return jsonText(value);
}

/** @throws Error beginning with `refused` when the text is no JSON. */
export function typedJson(text: string, refused: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${refused}: what was typed is not JSON.`);
  }
}

/** A value as JSON, on lines of its own. */
export function jsonText(value: unknown): HTMLElement {
  return make("pre", {}, JSON.stringify(value, undefined, 2));
}
