import { Problem } from "./problem.ts";

/** Where Pulumi publishes its releases. */
export const pulumiReleases = new URL("https://get.pulumi.com/releases/sdk/");

/** The files of one release for one platform. */
export interface Release {
  archive: string;
  checksums: string;
  /** Directory inside the archive that holds the programs. */
  programs: string;
}

const systems = new Map<NodeJS.Platform, string>([
  ["linux", "linux"],
  ["darwin", "darwin"],
  ["win32", "windows"],
]);

/** Names the files of a release; throws for a platform that Pulumi publishes nothing for. */
export function releaseFor(version: string, platform: NodeJS.Platform, arch: string): Release {
  const system = systems.get(platform);
  if (system === undefined || !["x64", "arm64"].includes(arch)) {
    throw new Problem(`Pulumi publishes no CLI for ${platform} on ${arch}`);
  }
  const windows = system === "windows";
  return {
    archive: `pulumi-v${version}-${system}-${arch}.${windows ? "zip" : "tar.gz"}`,
    checksums: `pulumi-${version}-checksums.txt`,
    programs: windows ? "pulumi/bin" : "pulumi",
  };
}

/** Finds the SHA-256 checksum of a file in the checksums that were published with it. */
export function publishedChecksum(checksums: string, file: string): string {
  for (const line of checksums.split("\n")) {
    const [sha256, name] = line.trim().split(/\s+\*?/);
    if (name === file && sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256)) return sha256;
  }
  throw new Problem(`the published checksums do not name ${file}`);
}
