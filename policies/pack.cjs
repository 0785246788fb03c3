// The pack as it is; see policies/index.ts for a pack of your own with other settings.
const { enableCompileCache, flushCompileCache } = require("node:module");

// Loading Pulumi's SDK is most of what a pack adds to a preview.
enableCompileCache();
require("pulumi-hosting/policies").hostingPack();
// The engine ends the pack by a signal, before Node would write it.
flushCompileCache();
