import * as hosting from "pulumi-hosting";

// A larger `sizeGb` grows it in place; then grow the file system inside the instance.
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20, filesystem: "ext4" });

export const volumeId = data.id;
