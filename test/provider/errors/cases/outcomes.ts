import { asHostingError } from "../../../../provider/errors.ts";
import { TransportFailure } from "../../../../provider/http/transport/transport.ts";
import { json, lost, openStage, refused, unsent } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import {
  balancer,
  balancerId,
  balancerType,
  container,
  containerType,
  freeName,
  gate,
  made,
  volume,
  volumeId,
  volumeType,
} from "./objects.ts";

const noTunnel = new TransportFailure("unsent", "the proxy opened no way to it (403)", {
  proxy: "proxy.example:3128",
});
const untrusted = new TransportFailure(
  "unsent",
  "the server's certificate is of an authority unknown here",
  { permanent: true },
);

/** Failures of code `unsent`. */
export function unsentCases(): readonly ErrorCase[] {
  return [
    {
      title: "No connection",
      cause: "The platform's host cannot be reached.",
      wayOut: "Check the network and the address that the message names.",
      play: () => openStage({ ...freeName, "POST /v1/volumes": unsent }).create(volumeType, volume),
    },
    {
      title: "A proxy leads nowhere",
      cause: "HTTPS_PROXY names a proxy, and it could not be reached or opened no way to the host.",
      wayOut: "Correct HTTPS_PROXY, or leave the host out by NO_PROXY.",
      play: () =>
        openStage({ ...freeName, "POST /v1/volumes": noTunnel }).create(volumeType, volume),
    },
    {
      title: "A certificate of an unknown authority",
      cause:
        "The platform, or a proxy that reads along, shows a certificate whose authority Node does not know.",
      wayOut: "Name that authority's certificate, or correct the address.",
      play: () =>
        openStage({ ...freeName, "POST /v1/volumes": untrusted }).create(volumeType, volume),
    },
    {
      title: "The run was interrupted",
      cause: "Ctrl-C, or the end of the engine, came before the request left.",
      wayOut: "Run the same command again.",
      play: () => {
        const api = openStage().context.api;
        return openStage({}, { api, stopping: AbortSignal.abort() }).create(
          "monitoring:HealthGate",
          gate,
        );
      },
    },
  ];
}

/** Failures of code `unknownOutcome`. */
export function unknownOutcomeCases(): readonly ErrorCase[] {
  return [
    {
      title: "A lost create",
      cause:
        "The connection broke after the request was sent, and no list shows whether it was carried out.",
      wayOut:
        "Look in the console for objects since the time in the message, and answer with what you saw. Nothing is created before that.",
      play: () => openStage({ "POST /v1/volumes": lost }).create(volumeType, volume),
    },
    {
      title: "A lost create that may be somebody's",
      cause:
        "The same, and the platform shows two objects of that name, of which one may belong to somebody else.",
      wayOut: "Where it is yours, set `adopt` to its id.",
      play: () =>
        openStage({
          "GET /v1/volumes": [
            json(200, []),
            json(200, [made, { ...made, id: "vol_77aa12c45e9b0d33" }]),
          ],
          "POST /v1/volumes": refused(504, "upstream timed out"),
        }).create(volumeType, volume),
    },
    {
      title: "A create that was redirected",
      cause:
        "The address leads elsewhere, so nobody can say whether the create was carried out there.",
      wayOut:
        "Correct the address. Look in the console for objects since the time in the message, and answer with what you saw.",
      play: () =>
        openStage({
          "POST /v1/volumes": {
            status: 302,
            headers: { location: "https://api.eu-north.cloud-hosting.example/v2/volumes" },
            body: "",
          },
        }).create(volumeType, volume),
    },
    {
      title: "A create that another key sent",
      cause:
        "An earlier run was killed while it created the object with another key, and only that key is known to see it.",
      wayOut: "Look in the console with that account, and answer with what you saw.",
      play: async () => {
        const { context, create, intentOf } = openStage();
        await context.journal.made(
          { ...intentOf(containerType, container), sentBy: "another" },
          "web",
        );
        return create(containerType, container);
      },
    },
    {
      title: "A lost change",
      cause:
        "The connection broke after the request was sent, and the object does not show whether it was carried out.",
      wayOut: "Look in the console, then run `up` again: it sends what is still to be done.",
      play: () =>
        openStage({ [`PATCH /v1/volumes/${volumeId}`]: lost }).update(volumeType, {
          id: volumeId,
          state: volume,
          inputs: { ...volume, sizeGb: 40 },
        }),
    },
    {
      title: "Destroying what may not exist",
      cause: "A create of unknown outcome is still in the stack.",
      wayOut:
        "Look in the console, delete it there if it exists, and confirm it as the message shows.",
      play: () =>
        openStage().remove(volumeType, "unresolved-4be1c7d09a6f2e8835d1", {
          ...volume,
          __unresolved: { applied: false, settlesAt: 1_800_000_060_000, at: 1_800_000_000_000 },
        }),
    },
  ];
}

/** Failures of code `timeout`. */
export function timeoutCases(): readonly ErrorCase[] {
  return [
    {
      title: "Not ready in time",
      cause:
        "The object exists, and its status is still one that is waited for at the operation's deadline.",
      wayOut: "Run `up` again, which goes on waiting; for what is always slow, set `timeouts`.",
      play: () =>
        openStage({
          ...freeName,
          "POST /v1/volumes": json(201, { ...made, status: "creating" }),
          [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, status: "creating" }),
        }).create(volumeType, { ...volume, timeouts: { create: "2m" } }),
    },
    {
      title: "A deletion that is never accepted",
      cause: "The platform refused the deletion until the deadline; its last message is repeated.",
      wayOut:
        "Fix the cause that it names, often by stopping or detaching something, and run the command again.",
      play: () =>
        openStage({
          [`GET /v1/load-balancers/${balancerId}`]: json(200, { id: balancerId }),
          [`DELETE /v1/load-balancers/${balancerId}`]: refused(
            409,
            "the load balancer is in use by a certificate renewal",
          ),
        }).remove(balancerType, balancerId, balancer),
    },
    {
      title: "Still there when its time is over",
      cause:
        "The platform accepted the deletion, and shows the object until the deadline: it takes longer, or the route does nothing.",
      wayOut:
        "Run the command again; where the object stays, delete it in the console and confirm that with the setting in the message.",
      play: () =>
        openStage({
          [`DELETE /v1/load-balancers/${balancerId}`]: json(202, {}),
          [`GET /v1/load-balancers/${balancerId}`]: json(200, { id: balancerId }),
        }).remove(balancerType, balancerId, balancer),
    },
  ];
}

/** Failures of code `failed`. */
export function failedCases(): readonly ErrorCase[] {
  return [
    {
      title: "The platform could not make it",
      cause: "The object exists, and its status is one of `words.failed`.",
      wayOut:
        "Have it deleted and made again; the platform's console may say why it failed. `--replace` alone finds the failed object, and keeps it.",
      play: () =>
        openStage({
          ...freeName,
          "POST /v1/volumes": json(201, { ...made, status: "failed" }),
          [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, status: "failed" }),
        }).create(volumeType, volume),
    },
    {
      title: "An import failed",
      cause: "The image could not be fetched or read; the platform's reason is repeated.",
      wayOut: "Correct the address or the format, which replaces the image.",
      play: () =>
        openStage({
          "GET /v1/images": json(200, []),
          "POST /v1/images/import": json(202, {
            id: "img_0a9b8c7d",
            status: "failed",
            progress: 12,
            reason: "the server answered 404 for the image",
          }),
        }).create("compute:ImportedImage", {
          name: "base",
          url: "https://images.example/base.qcow2",
          format: "qcow2",
          osType: "linux",
        }),
    },
    {
      title: "A gate that stays closed",
      cause: "The program behind it did not answer its probes.",
      wayOut: "Repair the program; what waits for the gate is as it was.",
      play: () => openStage().create("monitoring:HealthGate", gate),
    },
  ];
}

/** Failures of code `bug`. */
export function bugCases(): readonly ErrorCase[] {
  return [
    {
      title: "A mistake in this package",
      cause: "Something failed that should not be able to.",
      wayOut: "Report the message with the version of the package.",
      play: () => {
        const error = new TypeError("Cannot read properties of undefined (reading 'id')");
        error.stack =
          "TypeError\n    at Api.send (/app/node_modules/pulumi-hosting/dist/chunks/api.js:120:14)";
        throw asHostingError(error);
      },
    },
  ];
}
