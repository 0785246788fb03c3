import { defineKind } from "../kind.ts";
import { notShown, perGib } from "../price.ts";

/** Volumes of storage pools (spec 2.6). */
export const poolVolume = defineKind({
  prefix: "/api/v1",
  area: "storage",
  documented: {
    create: ["POST", "/storage/pools/{pool}/volumes", "storage:write"],
  },
  assumed: {
    list: ["GET", "/storage/pools/{pool}/volumes", "lists a pool"],
    get: ["GET", "/storage/pools/{pool}/volumes/{name}", "reads one volume of a pool"],
    update: ["PATCH", "/storage/pools/{pool}/volumes/{name}", "grows a volume of a pool"],
    delete: ["DELETE", "/storage/pools/{pool}/volumes/{name}", "deletes a volume of a pool"],
  },
  id: { is: "name" },
  classes: {
    "storage:PoolVolume": {
      price: notShown("storage of a pool", [
        perGib("poolVolume.gib", "each GiB of `size`", "size"),
      ]),
      requests: {
        create: ["list", "create", "get"],
        update: ["update"],
        delete: ["delete", "get"],
        shared: {},
        besides: [],
      },
    },
  },
});
