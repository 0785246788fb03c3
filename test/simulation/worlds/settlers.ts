import type { Platform } from "../../../platform/index.ts";

/** What people make who are nothing to the program. */
const belongings: readonly (readonly [path: string, body: unknown])[] = [
  ["/api/v1/instances", { name: "theirs-a", type: "container", image: "debian/13" }],
  ["/api/v1/networks", { name: "theirs-b", config: {} }],
  ["/api/v1/firewalls", { name: "theirs-c", inbound: [], outbound: [] }],
  ["/api/v1/storage/buckets", { name: "theirs-d" }],
  ["/v1/instances", { name: "theirs-e", region: "eu", plan: "small", image: "debian/13" }],
  ["/v1/volumes", { name: "theirs-f", region: "eu", size_gb: 10 }],
];

const owner = "theirs-";

/** Gives a platform objects of somebody else. */
export async function settleNeighbours(platform: Platform): Promise<void> {
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  for (const [path, body] of belongings) {
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const { status } = await platform.fetch(new Request(`http://console${path}`, request));
    if (status >= 300) throw new Error(`${path} was answered ${status}`);
  }
}

/** True for what somebody else made. */
export function isTheirs(name: unknown): boolean {
  return typeof name === "string" && name.startsWith(owner);
}

/** What of it is not there any more. */
export function robbed(platform: Platform): readonly string[] {
  const names = Object.values(platform.snapshot()).flatMap((kind) => kind.map(({ name }) => name));
  return belongings.flatMap(([path, body]) => {
    const name: unknown = Reflect.get(Object(body), "name");
    return names.some((known) => known === name)
      ? []
      : [`I11: ${name} of ${path} is somebody else's, and is gone`];
  });
}
