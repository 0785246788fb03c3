/**
 * Serves the built platform in the file given, as `pulumi-hosting platform` does: prints its address, its key
 * and its token as JSON, and ends with its input.
 */
import { openPlatform, servePlatform } from "pulumi-hosting/platform";

const [file] = process.argv.slice(2);
const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
const { rootKey, controlToken } = platform;
const { url } = await servePlatform(platform, 0);
process.send({ url, rootKey, controlToken });
// Whoever started it is gone.
process.on("disconnect", () => process.exit());
