import type { MachineWords, Words } from "./choices.ts";
import type { Drawer } from "./draw.ts";

/** §3: "names of statuses: not shown". */
export const MACHINE_WORDS: readonly MachineWords[] = [
  {
    starting: "Starting",
    running: "Running",
    stopping: "Stopping",
    stopped: "Stopped",
    restarting: "Restarting",
    frozen: "Frozen",
  },
  {
    starting: "PROVISIONING",
    running: "RUNNING",
    stopping: "STOPPING",
    stopped: "TERMINATED",
    restarting: "RESTARTING",
    frozen: "SUSPENDED",
  },
  {
    starting: "provisioning",
    running: "active",
    stopping: "powering_off",
    stopped: "off",
    restarting: "rebooting",
    frozen: "paused",
  },
  {
    starting: "building",
    running: "up",
    stopping: "going-down",
    stopped: "down",
    restarting: "building",
    frozen: "frozen",
  },
  {
    starting: "pending",
    running: "running",
    stopping: "stopping",
    stopped: "stopped",
    restarting: "pending",
    frozen: "frozen",
  },
];

export function drawWords(draw: Drawer): Words {
  return {
    deleting: draw.of("deleting", ["deleting", "DELETING", "terminating", "Deleting", "removing"]),
    volumeFree: draw.of("volumeFree", ["available", "detached", "AVAILABLE", "ready"]),
    volumeUsed: draw.of("volumeUsed", ["in-use", "attached", "IN_USE", "bound"]),
    volumeBusy: draw.of("volumeBusy", ["attaching", "creating", "updating"]),
    imageBusy: draw.of("imageBusy", ["importing", "pending", "queued", "IMPORTING"]),
    imageReady: draw.of("imageReady", ["available", "ready", "active", "READY", "completed"]),
    imageFailed: draw.of("imageFailed", ["failed", "error", "FAILED"]),
    balancerBusy: draw.of("balancerBusy", ["new", "provisioning", "PENDING_CREATE"]),
    balancerReady: draw.of("balancerReady", ["active", "ONLINE", "healthy"]),
    alertFine: draw.of("alertFine", ["ok", "OK", "enabled", "normal"]),
    networkReady: draw.of("networkReady", ["Created", "active", "ACTIVE", "ready"]),
    invited: draw.of("invited", ["pending", "invited", "PENDING"]),
    accepted: draw.of("accepted", ["active", "accepted", "member"]),
    expired: draw.of("expired", ["expired", "lapsed"]),
  };
}
