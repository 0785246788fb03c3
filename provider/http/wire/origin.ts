import { BlockList, isIP } from "node:net";
import { HostingError } from "../../errors.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The origin of a base URL such as `https://console.example`; `setting` is what the error names.
 * The URL itself is never quoted, because it may hold a password.
 *
 * @throws HostingError `settings` unless it is https (http on loopback) with nothing behind the host.
 */
export function parseOrigin(text: string, setting: string): string {
  const url = URL.parse(text.trim());
  const problem = url === null ? "it is not a URL" : problemOf(url);
  if (url !== null && problem === undefined) return url.origin;
  throw new HostingError(
    "settings",
    `The address in ${setting} was not accepted: ${problem}. Write it like https://console.example.`,
  );
}

function problemOf(url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "it does not start with https://";
  if (url.username !== "" || url.password !== "") return "it holds a user name or password";
  if (url.search !== "" || url.hash !== "") return 'it holds a "?" or "#"';
  if (url.pathname !== "/") return "it holds a path; the API's prefixes are added for you";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "http would send the API key in clear, so it is for this machine only";
  }
  return undefined;
}

/** True for a host that is this machine by its address or by the name `localhost`. */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) === 0) return hostname === "localhost";
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
