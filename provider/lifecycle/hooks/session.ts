import type { Session } from "../../definition/session.ts";
import type { Proof } from "../lookup/absence.ts";
import { lookUp } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { takeAwayPart } from "./removal.ts";

/** The parts of an operation that a hook of a resource file may use; its looks prove an absence by `proof`. */
export function sessionOf(operation: Operation, proof?: Proof): Session {
  const { context, deadline, subject, messages, requests, routes, waiting } = operation;
  const { assumptions, apiKeyId, clock, memory, probe, readSecret, removableOwners } = context;
  return {
    subject,
    assumptions,
    apiKeyId,
    removableOwners,
    route: (kind, verb) => routes.route(kind, verb),
    call: (endpoint, request) => requests.call(endpoint, request),
    list: (endpoint, params) => requests.list(endpoint, params),
    lookUp: (kind, id, match) => lookUp(operation, { kind, id, match }, proof),
    isOfStack: (kind, id) => memory.holders.isHeld(kind, id),
    takeAway: (route, request, look) => takeAwayPart(operation, { route, request, look }),
    watch: (kind, first, look) => waiting.watch(kind, first, look),
    readSecret,
    probe,
    now: () => clock.now(),
    endsAt: deadline.at,
    pause: (milliseconds, waitingFor, state) => waiting.pause(milliseconds, waitingFor, state),
    show: (state) => messages.show(state),
    warn: (text) => messages.warn(text),
  };
}
