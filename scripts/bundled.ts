import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A package whose code is in the bundle. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its license. */
  readonly text: string;
}

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Licenses that ask for no more than to be passed on. */
const allowedLicenses: readonly string[] = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"],
];

/**
 * The packages that these modules are from, in the order of their names.
 *
 * @throws Error when a package brings no text of its license, or has one that is not allowed.
 */
export function bundledOf(modules: readonly string[]): readonly Bundled[] {
  const directories = modules.flatMap(
    (module) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? [],
  );
  return [...new Set(directories)].toSorted().map(read);
}

function read(directory: string): Bundled {
  const manifest = readFileSync(join(directory, "package.json"), "utf8");
  const { name, version, license } = Package.parse(JSON.parse(manifest));
  if (!allowedLicenses.includes(license)) {
    throw new Error(`${name} ${version} was not bundled: its license ${license} is not allowed.`);
  }
  const text = textOf(directory);
  if (text === undefined) throw new Error(`${name} ${version} brings no text of its license.`);
  return { name, version, license, text };
}

/** Its file, or the last section of the README, where some have it. */
function textOf(directory: string): string | undefined {
  const files = readdirSync(directory);
  const read = (entry: string) => readFileSync(join(directory, entry), "utf8");
  const file = files.find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return read(file).trim();
  const readme = files.find((entry) => /^readme/i.test(entry));
  return readme && /^#+ licen[cs]e\s*(.*copyright.*)/ims.exec(read(readme))?.[1]?.trim();
}

/** The licenses of these packages, as they ask to be passed on. */
export function licensesOf(bundled: readonly Bundled[]): string {
  return bundled
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
    .join("\n\n");
}

const Locked = Package.omit({ name: true }).extend({ integrity: z.string() });
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const Own = Package.extend({ dependencies: z.record(z.string(), z.string()) });

/**
 * The bill of materials in the CycloneDX format: packages whose code is inside, and those that npm installs
 * beside it. Without a time and a number: it is the same for the same lock file.
 */
export function sbomOf(bundled: readonly Bundled[], manifest: unknown, lock: unknown): string {
  const own = Own.parse(manifest);
  const { packages } = Lock.parse(lock);
  const inside = bundled.map(({ name }) => name);
  const components = [...inside, ...Object.keys(own.dependencies)].map((name) => {
    const { integrity, ...locked } = Locked.parse(packages[`node_modules/${name}`]);
    const [, checksum = ""] = integrity.split("-");
    return {
      ...described({ name, ...locked }),
      hashes: [{ alg: "SHA-512", content: Buffer.from(checksum, "base64").toString("hex") }],
      ...(inside.includes(name) && {
        properties: [{ name: "cdx:npm:package:bundled", value: "true" }],
      }),
    };
  });
  const component = described(own);
  const document = {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component } },
    components,
    dependencies: [{ ref: component.purl, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function described({ name, version, license }: z.output<typeof Package>) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const licenses = [{ license: { id: license } }];
  return { type: "library", "bom-ref": purl, name, version, licenses, purl };
}
