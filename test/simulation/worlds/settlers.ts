import type { Platform } from "../../../platform/index.ts";

/** Objects of people who have nothing to do with the program. */
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
  for (const [path, body] of belongings) {
    const status = await post(platform, path, body);
    if (status >= 300) throw new Error(`${path} was answered ${status}`);
  }
}

/** Gives another organization an object of the same name; there may be one already. */
export async function settleNamesake(
  platform: Platform,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<void> {
  if (type === "compute:Container")
    await post(platform, "/api/v1/instances", { name: id, type: "container", image: "debian/13" });
  if (type === "storage:Bucket") await post(platform, "/api/v1/storage/buckets", { name: id });
}

/** Namesakes that are not as they were made: somebody stopped or deleted them. */
export function changedNamesakes(platform: Platform, names: ReadonlySet<string>) {
  const { container, bucket } = platform.snapshot();
  const untouched = new Set([
    ...bucket.map(({ name }) => String(name)),
    ...container.filter(({ image }) => image === "debian/13").map(({ name }) => String(name)),
  ]);
  return [...names]
    .filter((name) => !untouched.has(name))
    .map((name) => `I11: ${name} is another organization's, and was changed or deleted`);
}

async function post(platform: Platform, path: string, body: unknown): Promise<number> {
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  return (await platform.fetch(new Request(`http://console${path}`, request))).status;
}

/** True for what somebody else made. */
export function isTheirs(name: unknown): boolean {
  return typeof name === "string" && name.startsWith(owner);
}

/** The objects that are missing now. */
export function robbed(platform: Platform): readonly string[] {
  const names = Object.values(platform.snapshot()).flatMap((kind) => kind.map(({ name }) => name));
  return belongings.flatMap(([path, body]) => {
    const name: unknown = Reflect.get(Object(body), "name");
    return names.some((known) => known === name)
      ? []
      : [`I11: ${name} of ${path} is somebody else's, and is gone`];
  });
}
