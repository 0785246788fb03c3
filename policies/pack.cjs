// The pack as it is; see policies/index.ts for a pack of your own with other settings.
require("pulumi-hosting/policies").hostingPack();
