import { openPlatform, type Platform } from "../../../platform/index.ts";

/** Makes objects on a platform. */
export interface Making {
  readonly path: string;
  body(name: string): object;
}

export const makings = {
  volume: {
    path: "/v1/volumes",
    body: (name) => ({ name, region: "eu-1", size_gb: 10 }),
  },
  container: {
    path: "/api/v1/instances",
    body: (name) => ({ name, type: "container", image: "debian/13" }),
  },
  instance: {
    path: "/v1/instances",
    body: (name) => ({ name, region: "eu-1", plan: "small", image: "debian/13" }),
  },
} satisfies Readonly<Record<string, Making>>;

/** A platform with so many volumes, containers and instances in equal parts, without a limit of the rate. */
export async function worldOf(file: string, objects: number): Promise<Platform> {
  const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
  const kinds = Object.values(makings);
  for (let count = 0; count < objects; count++) {
    const making = kinds[count % kinds.length];
    if (making !== undefined) await make(platform, making, `old-${count}`);
  }
  return platform;
}

/** Sends one create. */
export async function make(platform: Platform, { path, body }: Making, name: string) {
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  const request = { method: "POST", headers, body: JSON.stringify(body(name)) };
  const response = await platform.fetch(new Request(`http://platform${path}`, request));
  if (response.status === 201) return;
  throw new Error(`POST ${path} was answered ${response.status}: ${await response.text()}`);
}
