// Loaded before Pulumi's own code, which is most of what starting a pack costs; see PulumiPolicy.yaml.
// An older Node has no such cache; the file loaded next reports the version that is needed.
require("node:module").enableCompileCache?.();
