import type { ChoiceTable } from "./choice.ts";

/** Volumes, pools and images. */
export const storageChoices = {
  "volumes.detachTwice": {
    spec: "3",
    open: "whether a volume that is not attached can be detached",
    values: ["allow", "refuse"],
    ours: "allow",
    strict: "refuse",
    strange: "refuse",
  },
  "volumes.largest": {
    spec: "8",
    open: "how many gigabytes a block volume has at most; 0 is without a limit",
    values: [0, 16384],
    ours: 0,
    strict: 16384,
    strange: 16384,
  },
  "pools.names": {
    spec: "2.6",
    open: "which storage pools there are",
    values: ["default", "default, fast"],
    ours: "default",
    strict: "default",
    strange: "default, fast",
  },
  "poolVolumes.size": {
    spec: "2.6, 8",
    open: "how large a volume of a pool is whose size was left out, if it may be",
    values: ["required", "10GiB"],
    ours: "required",
    strict: "required",
    strange: "10GiB",
  },
  "images.snapshot": {
    spec: "3",
    open: "whether an image of a snapshot can be used at once or after a second",
    values: ["ready", "creating"],
    ours: "ready",
    strict: "ready",
    strange: "creating",
  },
  "images.snapshotNames": {
    spec: "2.7a",
    open: "which snapshots there are, as nothing makes one: all, or those not named `missing…`",
    values: ["any", "notMissing"],
    ours: "any",
    strict: "any",
    strange: "notMissing",
  },
  "images.osType": {
    spec: "2.7a",
    open: "whether an import needs an os_type or has `linux` without one",
    values: ["required", "linux"],
    ours: "required",
    strict: "required",
    strange: "linux",
  },
  "images.failingUrl": {
    spec: "3",
    open: "which word in a URL's path makes its import fail, as nothing is downloaded",
    values: ["broken", "fail"],
    ours: "broken",
    strict: "broken",
    strange: "fail",
  },
} as const satisfies ChoiceTable;
