import { z } from "zod";
import { installedWith, type LockFile } from "../lock/lock-file.ts";

/** What a bill of materials is made of. */
export interface Sources {
  /** `package.json`. */
  readonly manifest: unknown;
  readonly lock: LockFile;
  /** Directories of the packages whose code is inside. */
  readonly inside: readonly string[];
}

/**
 * The bill of materials in the CycloneDX format: packages whose code is inside, and those that npm
 * installs beside it. The SDKs are the user's own. It is the same for the same lock file: no time, no
 * number of its own.
 */
export function sbomOf({ manifest, lock, inside }: Sources): string {
  const own = Own.parse(manifest);
  const bundled = [{ name: "cdx:npm:package:bundled", value: "true" }];
  const components = [
    ...inside.map((directory) => ({
      ...componentAt(locationOf(directory), lock),
      properties: bundled,
    })),
    ...installedWith(lock, Object.keys(own.dependencies)).map((location) =>
      componentAt(location, lock),
    ),
  ];
  const root = reference(own);
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "library", "bom-ref": root, ...described(own) } },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component["bom-ref"]) }],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const Locked = z.object({ version: z.string(), license: z.string(), integrity: z.string() });
const Own = Locked.omit({ integrity: true }).extend({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

/** A package, as npm's registry knows it. */
interface Named {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function locationOf(directory: string): string {
  return directory.slice(directory.indexOf("node_modules")).replaceAll("\\", "/");
}

function componentAt(location: string, lock: LockFile) {
  const name = location.replace(/^.*node_modules\//, "");
  const { integrity, ...locked } = Locked.parse(lock.packages[location]);
  const [, checksum = ""] = integrity.split("-");
  return {
    type: "library",
    "bom-ref": reference({ name, ...locked }),
    ...described({ name, ...locked }),
    scope: "required",
    hashes: [{ alg: "SHA-512", content: Buffer.from(checksum, "base64").toString("hex") }],
  };
}

function described({ name, version, license }: Named) {
  const purl = reference({ name, version });
  return { name, version, licenses: [{ license: { id: license } }], purl };
}

/** Its package URL, e.g. `pkg:npm/zod@4.6.7`. */
function reference({ name, version }: Omit<Named, "license">): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
