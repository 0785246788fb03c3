import { type Json, programName } from "../../../../contract/naming.ts";
import type { Replies, Reply } from "../../../support/fake-api.ts";
import type { WatchedClass, Wire } from "./watched-inputs.ts";

/** A platform that has one object, which a person may change. */
export interface Platform {
  readonly replies: Replies;
  /** The object as the platform shows it. */
  readonly shown: () => Wire;
  /** Somebody changes it by hand. */
  change(fields: Wire): void;
}

/** The platform of one object of a class. */
export function platformOf(
  { create, answer: made, list, get, update, shown, updated, definition }: WatchedClass,
  { isMade = false, spelled = {} as Wire } = {},
): Platform {
  const it = { isMade, shown: { ...shown, ...spelled } };
  const answer = (): Reply => ({ answer: { ...it.shown } });
  const notFound: Reply = { status: 404, answer: { error: `${definition.noun} not found` } };
  const change = (fields: Wire) => {
    it.shown = { ...it.shown, ...fields };
  };
  const isInput = (field: string) => Object.hasOwn(definition.inputs.shape, programName(field));
  /** A PUT takes away every field of a program that its body does not have. */
  const kept = (): Wire => {
    if (update?.startsWith("PUT ") !== true) return it.shown;
    return Object.fromEntries(Object.entries(it.shown).filter(([field]) => !isInput(field)));
  };
  const send = (body: Json | undefined): Reply => {
    const fields: Wire = Object(body);
    if (it.isMade) it.shown = updated?.(kept(), fields) ?? { ...kept(), ...fields };
    const isCreate = !it.isMade;
    it.isMade = true;
    return isCreate ? { answer: { ...made } } : answer();
  };
  return {
    change,
    shown: () => it.shown,
    replies: {
      ...(list && { [list]: () => ({ answer: it.isMade ? [{ ...it.shown }] : [] }) }),
      ...(get && { [get]: () => (it.isMade ? answer() : notFound) }),
      [create]: ({ body }) => {
        if (create === update) return send(body);
        it.isMade = true;
        return { answer: { ...made } };
      },
      ...(update &&
        update !== create && {
          [update]: ({ body }) => send(body),
        }),
    },
  };
}
