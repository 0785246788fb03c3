// Loaded before Pulumi's own code, which is most of what starting a pack costs; see PulumiPolicy.yaml.
// An older Node has none, and is told what it needs by what comes next.
require("node:module").enableCompileCache?.();
