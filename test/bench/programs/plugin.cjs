/** The plugin's process until it listens. Plain JavaScript, so that no type stripping is measured. */

// The process prints the port it listens on.
process.stdout.write = () => process.exit();
process.argv.push("127.0.0.1:1");
require("../../../dist/resources/plugin.js");
