import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const Asked = z.strictObject({
  month: z.string().exactOptional(),
  project: z.string().exactOptional(),
});
const Bytes = z.strictObject({ bytes: z.number() });

/** What a month costs, and what costs something without a route of the API. */
export const billRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/bill",
    about:
      "What a month costs, line by line in whole US cents, and what has no price; `month` like `2026-02` (default: this one, until now) and `project` are optional.",
    example: { query: "?project=proj_default" },
    run: (platform, { query }) => platform.bill(query(Asked)),
  },
  {
    method: "POST",
    path: "/traffic/{id}",
    about: "Counts bytes that a load balancer has sent, in the month that it is.",
    example: { target: "$BALANCER_ID", body: { bytes: 6e12 } },
    run: (platform, { target, body }) => void platform.meterTraffic(target, body(Bytes).bytes),
  },
  {
    method: "POST",
    path: "/volumes/{id}/snapshots",
    about: "Takes a snapshot of a block volume; the API shows no way to take one.",
    example: { target: "$VOLUME_ID", keep: { field: "id", as: "SNAPSHOT_ID" } },
    run: (platform, { target }) => platform.snapshotVolume(target),
  },
  {
    method: "GET",
    path: "/snapshots",
    about: "The snapshots of block volumes.",
    example: {},
    run: (platform) => platform.volumeSnapshots(),
  },
  {
    method: "DELETE",
    path: "/snapshots/{id}",
    about: "Deletes a snapshot of a block volume.",
    example: { target: "$SNAPSHOT_ID" },
    run: (platform, { target }) => void platform.deleteVolumeSnapshot(target),
  },
];
