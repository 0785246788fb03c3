import type { Props } from "../../../../provider/definition/session.ts";
import { volumeLookup } from "../../../../resources/lookups/get-volume.ts";
import { json, openStage } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import {
  balancer,
  balancerId,
  balancerType,
  container,
  containerType,
  made,
  volume,
  volumeId,
  volumeType,
} from "./objects.ts";

/** Failures of code `input`. */
export function inputCases(): readonly ErrorCase[] {
  const diff = (type: string, change: { id: string; state: Props; inputs: Props }) => () =>
    openStage().diff(type, change);
  return [
    {
      title: "Protected data would be lost",
      cause: "The change replaces what holds data, and the new one begins empty.",
      wayOut: "Undo the change; or allow the loss, and the old one goes with its data.",
      play: diff(volumeType, {
        id: volumeId,
        state: volume,
        inputs: { ...volume, region: "us-east" },
      }),
    },
    {
      title: "`adopt` names the object that would be replaced",
      cause:
        "An input changed that replaces the object, and `adopt` says that it is to be that very one.",
      wayOut: "Remove `adopt` once the object is in the stack.",
      play: diff(balancerType, {
        id: balancerId,
        state: balancer,
        inputs: { ...balancer, region: "us-east", adopt: balancerId },
      }),
    },
    {
      title: "Adoption of something else",
      cause: "What `adopt` names has another value in an input that no update changes.",
      wayOut: "Write the value that is there into the program, or name another object.",
      play: () =>
        openStage({ [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, size_gb: 20 }) }).create(
          volumeType,
          { ...volume, region: "us-east", adopt: volumeId },
        ),
    },
    {
      title: "Named as deleted by hand, and there",
      cause: "`HOSTING_DELETED_BY_HAND` names an object that the platform shows.",
      wayOut: "Delete it in the console, or leave the setting out.",
      play: () =>
        openStage(
          { [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, size_gb: 20 }) },
          { deletedByHand: [`Volume:${volumeId}`] },
        ).remove(volumeType, volumeId, volume),
    },
    {
      title: "The last owner would be removed",
      cause: "A member whose role is owner is removed, and nothing says that this is meant.",
      wayOut: "Confirm it for this run, as the message shows, or keep the owner.",
      play: () =>
        openStage().remove("access:ProjectMember", "proj_shop/usr_7c1e", {
          projectId: "proj_shop",
          email: "ada@shop.example",
          role: "owner",
        }),
    },
    {
      title: "A lookup finds several",
      cause: "Several objects have the name that a lookup asks for.",
      wayOut: "Ask by id, or with the region where the lookup takes one.",
      play: () =>
        openStage({
          "GET /v1/volumes": json(200, [made, { ...made, id: "vol_1c9d2b7e4f608f3a" }]),
        }).ask({ ...volumeLookup, args: { name: "data" } }),
    },
    {
      title: "The name is taken",
      cause:
        "Another object has the name, which the list of its kind showed before anything was sent.",
      wayOut:
        "Take the object over; where another resource of the stack had it, give this one an alias; else set another `name`. The object that `--replace` should replace looks like any other: delete it first.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, [{ name: "web", status: "running" }]),
        }).create(containerType, container),
    },
  ];
}
