import { json, openStage, refused } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import {
  balancer,
  balancerId,
  balancerType,
  container,
  containerType,
  freeName,
  volume,
  volumeId,
  volumeType,
} from "./objects.ts";

const instanceId = "inst_5b02c7e1f9d34a68";
const instance = { name: "app", region: "eu-north", plan: "small", image: "debian/13" };

/** Failures of code `noRoute`. */
export function noRouteCases(): readonly ErrorCase[] {
  const change = {
    id: balancerId,
    state: balancer,
    inputs: { ...balancer, algorithm: "ip_hash" },
  };
  return [
    {
      title: "No route updates it",
      cause:
        "The specification shows none for this class, and the platform has none where one was tried.",
      wayOut: "The next `up` replaces it, and its preview shows that.",
      play: () =>
        openStage({
          [`GET /v1/load-balancers/${balancerId}`]: json(200, { id: balancerId }),
        }).update(balancerType, change),
    },
    {
      title: "The route or the object is missing",
      cause:
        "An update by a route that the specification does not show was answered with 404, which may be about the object, or a proxy's answer.",
      wayOut:
        "A refresh shows whether the object is there. Where the platform has no such route, or another one, set that in `hosting:assumptions`.",
      play: () => openStage({ "GET /v1/instances": json(200, []) }).update(balancerType, change),
    },
    {
      title: "The address is another server's",
      cause:
        "A documented route answered 404 without naming an object, as an ordinary web server does.",
      wayOut: "Correct the address that the message names.",
      play: () => openStage(freeName).create(volumeType, volume),
    },
  ];
}

/** Failures of code `platform`. */
export function platformCases(): readonly ErrorCase[] {
  return [
    {
      title: "The platform has a problem",
      cause: "A read was answered with 5xx, also when it was repeated.",
      wayOut: "Run the command again later; nothing was changed.",
      play: () =>
        openStage({
          [`GET /v1/volumes`]: refused(503, "maintenance until 12:00"),
          [`GET /v1/volumes/${volumeId}`]: refused(503, "maintenance until 12:00"),
        }).read(volumeType, volumeId, volume),
    },
    {
      title: "A create that failed twice",
      cause:
        "The platform answered with 5xx, as for want of capacity, and its whole list shows that nothing was made.",
      wayOut: "Run `up` again later; another region or size may have room.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, []),
          "POST /api/v1/instances": refused(503, "no capacity in region eu-north right now"),
        }).create(containerType, container),
    },
    {
      title: "A sign-in page answers",
      cause:
        "The answer is not the platform's JSON: a proxy or another server answers at this address.",
      wayOut: "Correct the address, or let requests past the proxy.",
      play: () =>
        openStage({
          "GET /api/v1/instances": {
            status: 200,
            headers: { "content-type": "text/html" },
            body: "<html>Sign in</html>",
          },
        }).read(containerType, "web", container),
    },
    {
      title: "A deletion that nothing confirms",
      cause: "The platform accepted the deletion, and the look that was to show its end failed.",
      wayOut:
        "Delete again; where the program has it again, a refresh shows first whether it is still there.",
      play: () =>
        openStage({
          [`DELETE /v1/load-balancers/${balancerId}`]: json(202, {}),
          [`GET /v1/load-balancers/${balancerId}`]: {
            status: 200,
            headers: { "content-type": "text/html" },
            body: "<html>Sign in</html>",
          },
        }).remove(balancerType, balancerId, balancer),
    },
    {
      title: "A redirect",
      cause:
        "The address leads elsewhere. A redirect is not followed, because the key belongs to one host.",
      wayOut: "Set the address to which the platform redirects.",
      play: () =>
        openStage({
          [`PATCH /v1/volumes/${volumeId}`]: {
            status: 302,
            headers: { location: "https://api.cloud.example/v1/volumes" },
            body: "",
          },
        }).update(volumeType, { id: volumeId, state: volume, inputs: { ...volume, sizeGb: 40 } }),
    },
    {
      title: "All of a kind vanish at once",
      cause:
        "A list without a single entry is likelier to be a fault than the deletion of everything.",
      wayOut:
        "Run it again later; where they were deleted on purpose, confirm it as the message shows.",
      play: async () => {
        const stage = openStage({ "GET /v1/instances": json(200, []) });
        const reads = ["inst_5b02c7e1f9d34a68", "inst_c2d98e00b1a7f354"].map((id) =>
          stage.read("compute:Instance", id, { name: id, region: "eu-north", plan: "small" }),
        );
        await Promise.all(reads);
      },
    },
  ];
}

/** Failures of code `gap`. */
export function gapCases(): readonly ErrorCase[] {
  return [
    {
      title: "To be deleted by hand",
      cause: "The platform has no route that deletes such an object.",
      wayOut: "Delete it in the console and confirm that with the setting in the message.",
      play: () =>
        openStage({
          [`GET /v1/load-balancers/${balancerId}`]: json(200, { id: balancerId }),
        }).remove(balancerType, balancerId, balancer),
    },
    {
      title: "To be stopped by hand",
      cause: "A machine is stopped before it is deleted, and no route stops this one.",
      wayOut: "Stop it in the console and run the command again.",
      play: () =>
        openStage({
          "GET /v1/instances": json(200, [{ id: instanceId, status: "running" }]),
          [`DELETE /v1/instances/${instanceId}`]: refused(409, "stop the instance first"),
        }).remove("compute:Instance", instanceId, instance),
    },
    {
      title: "A power state that nothing brings about",
      cause:
        "The program declares a state of the machine, and the platform has no route that acts on it, or the settings rule it out.",
      wayOut:
        "Do it in the console and leave the input out, or set the assumption to the route that there is.",
      play: () =>
        openStage({
          "GET /v1/instances": json(200, [{ id: instanceId, status: "running" }]),
        }).update("compute:Instance", {
          id: instanceId,
          state: instance,
          inputs: { ...instance, desiredState: "stopped" },
        }),
    },
    {
      title: "An image stays shared",
      cause: "The platform shows no way to take a share back.",
      wayOut: "Delete the image with it, or keep the share outside of the stack.",
      play: () =>
        openStage({ "GET /v1/images/img_0a9b8c7d": json(200, { id: "img_0a9b8c7d" }) }).remove(
          "compute:ImageShare",
          "img_0a9b8c7d/share",
          {
            imageId: "img_0a9b8c7d",
            projectIds: ["proj_partner"],
          },
        ),
    },
  ];
}
