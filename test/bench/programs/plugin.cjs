/** The plugin's process until it listens. Plain JavaScript, so that no type stripping is measured. */

// What the process prints is the port it listens on.
process.stdout.write = () => process.exit();
process.argv.push("127.0.0.1:1");
require("../../../dist/resources/plugin.js");
