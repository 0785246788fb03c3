import * as hosting from "pulumi-hosting";

const scratch = new hosting.PoolVolume("scratch", { size: "10GiB" });

export const path = scratch.id;
