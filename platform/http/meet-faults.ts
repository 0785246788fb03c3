import type { Engine } from "../engine.ts";
import { type Meeting, meeting } from "../faults/meeting.ts";
import type { Arriving } from "./arriving.ts";
import type { Asked } from "./handle.ts";

/**
 * Finds what the request meets, and counts that before it is looked at: any process may meet a fault
 * that is met only once.
 */
export function meetFaults(engine: Engine, request: Arriving, asked: Asked): Meeting {
  const { faults, database, keys, timer, assumptions } = engine;
  const { method, path, match, authorization } = asked;
  const endpoint = match?.route.endpoint;
  const met = database.transaction(() =>
    faults.meet({
      method,
      path,
      kind: match?.route.kind,
      purpose: match?.route.purpose,
      ids: match?.named ?? [],
      isList: endpoint?.method === "GET" && !endpoint.path.endsWith("}"),
      keyId: () => keys.identify(authorization)?.keyId,
    }),
  );
  return meeting(met, {
    path,
    query: request.query(),
    signal: request.signal,
    timer,
    statusField: assumptions()["fields.status"],
  });
}
