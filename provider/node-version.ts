/** The build lets every export run this first: an older Node fails with one line instead of a missing module. */

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  throw new Error(
    `pulumi-hosting needs Node 24.15 or newer, and this is ${process.versions.node}. Install a newer Node and run the command again.`,
  );
}
