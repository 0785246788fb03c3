/** The build lets every export run this first: an older Node fails with one line instead of a missing module. */

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  throw new Error(
    `pulumi-hosting needs Node 22.19 or newer, and this is ${process.versions.node}. Install a newer Node and run the command again.`,
  );
}
