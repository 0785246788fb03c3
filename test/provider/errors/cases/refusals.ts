import { json, openStage, refused } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import { container, containerType, made, noWeb, volume, volumeId, volumeType } from "./objects.ts";

/** Failures of code `notFound`. */
export function notFoundCases(): readonly ErrorCase[] {
  return [
    {
      title: "A create names what is not there",
      cause:
        "The platform answered 404: an id among the inputs is mistyped, or of something this key cannot see.",
      wayOut:
        "Correct the id; if the object is in this stack, a refresh shows whether it is still there.",
      play: () =>
        openStage({
          "GET /v1/instances": json(200, []),
          "POST /v1/instances": refused(404, 'image "img_0a9b8c7d" not found'),
        }).create("compute:Instance", {
          name: "app",
          region: "eu-north",
          plan: "small",
          source: { imageId: "img_0a9b8c7d" },
        }),
    },
    {
      title: "`adopt` names what is not there",
      cause: "The platform says that it has no object with this id.",
      wayOut: "Correct the id.",
      play: () =>
        openStage(noWeb).create(containerType, {
          ...container,
          adopt: "web",
        }),
    },
    {
      title: "A machine that was to be started is not there",
      cause:
        "A run that was broken off stopped the machine and deleted it, and the program keeps it.",
      wayOut: "Refresh, and `up` makes it anew.",
      play: () => {
        const stage = openStage(noWeb);
        const stop = { subject: 'container "web"', stack: "dev" };
        stage.context.journal.stopping({ type: "container", id: "web", ...stop });
        const change = { id: "web", state: container, inputs: container };
        return stage.update(containerType, change);
      },
    },
    {
      title: "`get` of what is not there",
      cause: "A program reads an object that the platform does not have.",
      wayOut: "Correct the id.",
      play: () => openStage(noWeb).get(containerType, "web"),
    },
    {
      title: "A change of what is gone",
      cause: "The object was deleted behind the stack's back.",
      wayOut: "Refresh, and `up` makes it anew.",
      play: () =>
        openStage({
          [`PATCH /v1/volumes/${volumeId}`]: refused(404, `volume "${volumeId}" not found`),
        }).update(volumeType, {
          id: volumeId,
          state: volume,
          inputs: { ...volume, sizeGb: 40 },
        }),
    },
  ];
}

/** Failures of code `refused`. */
export function refusedCases(): readonly ErrorCase[] {
  return [
    {
      title: "It is busy",
      cause:
        "Something else was being done to the object for longer than a minute, like a backup or another resize.",
      wayOut: "Run `pulumi up` again when that has ended.",
      play: () =>
        openStage({
          [`PATCH /v1/volumes/${volumeId}`]: refused(409, "volume has a pending event"),
        }).update(volumeType, { id: volumeId, state: volume, inputs: { ...volume, sizeGb: 40 } }),
    },
    {
      title: "A refused create",
      cause:
        "The platform does not accept an input; its own words are repeated, cut where they are long.",
      wayOut: "Correct what they name.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, []),
          "POST /api/v1/instances": refused(400, 'image "debian/99" is not available'),
        }).create(containerType, { ...container, image: "debian/99" }),
    },
    {
      title: "No room for more",
      cause:
        "A quota or a limit of the account is reached, or a machine is full. The words of such refusals are in `words.limit`.",
      wayOut: "Delete what is not needed, or have the limit raised.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, []),
          "POST /api/v1/instances": refused(403, "server limit reached (10)"),
        }).create(containerType, container),
    },
    {
      title: "A name that the platform refuses",
      cause:
        "The name is taken, and the platform shows no list in which that could be seen before.",
      wayOut: "Choose another name, or take over who has it.",
      play: () =>
        openStage({
          "POST /v1/volumes": refused(409, 'a volume named "data" already exists'),
        }).create(volumeType, volume),
    },
    {
      title: "A forward that is there already",
      cause:
        "Something has its place: the same forward under another name of the program, or one that `--replace` deletes last.",
      wayOut: "Adopt what is there, or remove it first.",
      play: () =>
        openStage({
          "POST /api/v1/instances/web/ports": refused(409, "tcp port 20011 is forwarded already"),
        }).create("compute:PortForward", {
          instanceName: "web",
          protocol: "tcp",
          publicPort: 20011,
          targetPort: 80,
        }),
    },
    {
      title: "A forward outside of its container's block",
      cause:
        "The port is none of the container's own, which the platform tells: it was written into the program, or the block is another one since the state was last read, as after a move to another host.",
      wayOut: "Take a port of the block, or let a refresh read which one that is now.",
      play: () =>
        openStage({
          "POST /api/v1/instances/web/ports": refused(
            422,
            "public_port 20001 is outside of the block 20010 to 20019",
          ),
        }).create("compute:PortForward", {
          instanceName: "web",
          protocol: "tcp",
          publicPort: 20001,
          targetPort: 80,
        }),
    },
    {
      title: "An invitation that is open already",
      cause:
        "Somebody else, or a run that was killed, has invited the same person to the project, and the platform shows no list in which that could be seen before.",
      wayOut: "Adopt the invitation, or withdraw it in the console.",
      play: () =>
        openStage({
          "POST /v1/projects/proj_shop/members": refused(
            409,
            '"ada@shop.example" has an open invitation already',
          ),
        }).create("access:ProjectMember", {
          projectId: "proj_shop",
          email: "ada@shop.example",
          role: "developer",
        }),
    },
    {
      title: "A volume that has grown already",
      cause:
        "The answer to an earlier change was lost, and nothing reads the volume, so the same size is asked for again.",
      wayOut: "Look in the console; a size above the one it has goes on from there.",
      play: () =>
        openStage({
          [`PATCH /v1/volumes/${volumeId}`]: refused(
            400,
            `volume "${volumeId}" was not resized: size_gb 40 is not greater than its 40`,
          ),
        }).update(volumeType, { id: volumeId, state: volume, inputs: { ...volume, sizeGb: 40 } }),
    },
    {
      title: "A volume that is elsewhere",
      cause: "A volume is in one instance at a time, and this one is in another.",
      wayOut: "Detach it there first.",
      play: () =>
        openStage({
          [`POST /v1/volumes/${volumeId}/attach`]: refused(409, "the volume is attached"),
          [`GET /v1/volumes/${volumeId}`]: json(200, {
            ...made,
            instance_id: "inst_5b02c7e1f9d34a68",
          }),
        }).create("storage:VolumeAttachment", { volumeId, instanceId: "inst_c2d98e00b1a7f354" }),
    },
    {
      title: "An action is refused where the status is a word that nobody knows",
      cause:
        "The wanted state may be reached already, and the status shows it in a word that is in no list.",
      wayOut:
        "Compare the status with the console, and add the word to the list that the message names.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, [{ name: "web", status: "TERMINATED" }]),
          "POST /api/v1/instances/web/action": refused(409, 'instance "web" cannot stop'),
        }).update(containerType, {
          id: "web",
          state: container,
          inputs: { ...container, desiredState: "stopped" },
        }),
    },
  ];
}

/** Failures of code `rateLimit`. */
export function rateLimitCases(): readonly ErrorCase[] {
  return [
    {
      title: "Too many requests",
      cause:
        "Other programs use up the key's limit, so the request could not be sent within the operation's time.",
      wayOut: "Use a key for each program, less parallelism, or more time.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, []),
          "POST /api/v1/instances": refused(429, "too many requests"),
        }).create(containerType, { ...container, timeouts: { create: "3m" } }),
    },
  ];
}
