/**
 * Pulumi's provider process until it listens, and then the provider text of each argument as the
 * process runs it for the first resource. Plain JavaScript, so that no type stripping is measured.
 */
const { createRequire } = require("node:module");

const texts = process.argv.splice(2);
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

// The process prints the port it listens on.
console.log = () => {
  const requireFromString = sdk("require-from-string");
  for (const text of texts) requireFromString(text).handler();
  process.exit();
};
process.argv.push("127.0.0.1:1");
sdk("./cmd/dynamic-provider");
