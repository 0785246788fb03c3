import type { Endpoint, Prefix } from "../../../contract/endpoints.ts";
import { isPathSegment } from "../../../contract/ids.ts";
import { HostingError } from "../../errors.ts";

/** The values of a route: its placeholders and its query. */
interface TargetValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** "POST /v1/volumes": the route as errors and logs name it, never with its values. */
export function labelOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.prefix}${endpoint.path}`;
}

/**
 * The path and query of one request.
 *
 * @throws HostingError when a placeholder has no value, or one that is not a plain path segment.
 */
export function renderTarget(
  endpoint: Endpoint,
  { params = {}, query = {} }: TargetValues,
): string {
  const path = endpoint.path.replace(/\{([^}]*)\}/g, (_match, name: string) =>
    renderSegment(endpoint, name, params[name]),
  );
  const target = `${endpoint.prefix}${path}`;
  if (target.includes("?") || !isBelow(endpoint.prefix, target)) {
    throw new HostingError(
      endpoint.standing === "assumed" ? "settings" : "bug",
      `${labelOf(endpoint)} was not sent: it is not a plain path. Correct the route in \`hosting:assumptions\`.`,
    );
  }
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  return search.size === 0 ? target : `${target}?${search}`;
}

/** True when the target stays below its prefix however a server or library reads the path. */
export function isBelow(prefix: Prefix, target: string): boolean {
  const [path = ""] = target.split("?");
  if (!path.startsWith(`${prefix}/`) || path.includes("//")) return false;
  return new URL(target, "http://localhost").pathname === path;
}

function renderSegment(endpoint: Endpoint, name: string, value: string | undefined): string {
  if (value === undefined) {
    throw new HostingError(
      endpoint.standing === "assumed" ? "settings" : "bug",
      `${labelOf(endpoint)} was not sent: nothing fills {${name}}. A route in \`hosting:assumptions\` may use only the placeholders of the route it stands for.`,
    );
  }
  if (!isPathSegment(value)) {
    throw new HostingError(
      "input",
      `${labelOf(endpoint)} was not sent: {${name}} must be 1 to 128 letters, digits or any of "._@+-", and not "." or "..". Correct the input that fills it.`,
    );
  }
  return encodeURIComponent(value);
}
