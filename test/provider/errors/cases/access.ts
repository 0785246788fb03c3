import { json, openStage, refused } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import {
  container,
  containerType,
  freeName,
  noWeb,
  volume,
  volumeId,
  volumeType,
} from "./objects.ts";

/** Failures of code `world`. */
export function worldCases(): readonly ErrorCase[] {
  return [
    {
      title: "Made on another platform",
      cause:
        "The stack's objects were made with other addresses or another account than the settings name now.",
      wayOut:
        "Go back to those settings; or, where only the address changed, confirm once that it is the same platform.",
      play: () =>
        openStage().read(volumeType, volumeId, {
          ...volume,
          __world: "api:https://console.old-hosting.example+https://api.old-hosting.example#shop",
        }),
    },
  ];
}

/** Failures of code `key`. */
export function keyCases(): readonly ErrorCase[] {
  return [
    {
      title: "The key is refused",
      cause: "The platform answered 401: the key is revoked, expired or another platform's.",
      wayOut: "Make a key in the console and set it.",
      play: () =>
        openStage({ ...freeName, "POST /v1/volumes": refused(401, "invalid api key") }).create(
          volumeType,
          volume,
        ),
    },
    {
      title: "The key may not do it",
      cause: "The platform answered 403: the key lacks a scope or a level.",
      wayOut: "Set a key with the scope that the message names.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, []),
          "POST /api/v1/instances": refused(
            403,
            "this key does not have the scope instances:write",
          ),
        }).create(containerType, container),
    },
    {
      title: "The key may stop, and not delete",
      cause:
        "The platform stopped the machine and refused its deletion: the role has no right to it.",
      wayOut: "Delete with a key that may. Or keep the machine, and start it in the console.",
      play: () =>
        openStage({
          "GET /api/v1/instances": [
            json(200, [{ name: "web", status: "running" }]),
            json(200, [{ name: "web", status: "stopped" }]),
          ],
          "POST /api/v1/instances/web/action": json(200, { name: "web", status: "stopped" }),
          "DELETE /api/v1/instances/web": refused(403, "a developer cannot delete resources"),
        }).remove(containerType, "web", container),
    },
    {
      title: "A key that never saw the objects",
      cause:
        "The object is missing to a key that never saw it: to another account's key it is missing in any case.",
      wayOut:
        "Set the right key. With a new key of the same account, confirm that once; if the object was deleted, confirm that.",
      play: () =>
        openStage(noWeb).read(containerType, "web", { ...container, __seenBy: "another key" }),
    },
    {
      title: "A name that may be another account's",
      cause:
        "A key that never saw the object is about to change or delete what has its name, which another account may have as well.",
      wayOut:
        "Set the right key. With a new key of the same account, confirm that once, as the message shows.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, [{ name: "web", status: "stopped" }]),
        }).remove(containerType, "web", { ...container, __seenBy: "another key" }),
    },
  ];
}
