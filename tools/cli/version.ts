/** Release of the Pulumi CLI; pre-release parts are ignored. */
export interface Version {
  major: number;
  minor: number;
  patch: number;
}

/** Oldest CLI that imports resources from a file with inputs and outputs. */
export const minimumVersion: Version = { major: 3, minor: 254, patch: 0 };

const versionLine = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+]\S*)?$/m;

/** Finds the version in the output of `pulumi version`. */
export function parseVersion(text: string): Version | undefined {
  const match = versionLine.exec(text.replaceAll("\r", ""));
  if (match === null) return undefined;
  const [major, minor, patch] = match.slice(1).map(Number);
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return { major, minor, patch };
}

/** Negative when `left` is older, positive when it is newer, zero when both are the same. */
export function compareVersions(left: Version, right: Version): number {
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch;
}

/** The version as it is written, without a leading `v`. */
export function formatVersion({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}
