import * as hosting from "pulumi-hosting";

// Remove this line to revoke the key.
new hosting.ApiKey("old-pipeline", { keyId: "key_old_pipeline" });
