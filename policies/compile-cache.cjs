// Loaded before Pulumi's own code, which is most of what starting a pack costs; see PulumiPolicy.yaml.
require("node:module").enableCompileCache();
