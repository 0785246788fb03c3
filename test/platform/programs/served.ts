/** Started by soak/kills.ts, which kills it: serves the platform in a file and prints where. */
import { openPlatform, servePlatform } from "../../../platform/index.ts";

const [file = ""] = process.argv.slice(2);
const { url } = await servePlatform(openPlatform({ file }), 0);
process.stdout.write(`${url}\n`);
