/**
 * Warnings of a refresh that `pulumi-hosting drift` reads again: Pulumi's output of a refresh shows
 * neither that an object was not read, nor in every form what was found of it.
 */

/** Why a refresh could not read the objects of a class, and what to do about it. */
export interface Kept {
  readonly noun: string;
  /** True for those alone that nothing has shown since their creation. */
  readonly isUnshown?: boolean;
  readonly why: string;
  readonly way: string;
}

/** Shown once for all objects of a class: known values stay, and the beginning of a message is never cut. */
export function keptText({ noun, isUnshown = false, why, way }: Kept): string {
  return `the state of each ${noun}${isUnshown ? unshown : ""} is kept as it is, because ${why}; ${way}.`;
}

const unshown = " that nothing has shown since its creation";

/** Reads a text of `keptText`; undefined for another message. A long way out is cut at its beginning. */
export function keptIn(message: string): Kept | undefined {
  const match = /^the state of each (.+?) is kept as it is, because (.+?)(?:; (.+?))?\.$/.exec(
    message,
  );
  if (match === null) return undefined;
  const [, subject = "", why = "", way = ""] = match;
  const isUnshown = subject.endsWith(unshown);
  return { noun: isUnshown ? subject.slice(0, -unshown.length) : subject, isUnshown, why, way };
}

const lasting = "; no update can put it back";

/** Of an input that was changed on the platform, with how it differs. */
export function lastingText(difference: string): string {
  return `${difference}${lasting}.`;
}

/** The input that such a message begins with; undefined for another one. */
export function lastingIn(message: string): string | undefined {
  return message.includes(lasting) ? /^\w+/.exec(message)?.[0] : undefined;
}
