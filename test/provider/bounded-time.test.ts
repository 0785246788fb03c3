/** A hostile answer takes time in proportion to its length, so that a provider always hears a signal. */
import { expect, test } from "vitest";
import { defaultAssumptions, isGone, isStatusOf, statusIn } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { addressRange, isCidr } from "../../contract/values/address.ts";
import { fingerprints, sameKey } from "../../contract/values/pem.ts";
import { isSizeInBytes, sameSize, withUnit } from "../../contract/values/size.ts";
import { inOneLine, plainText } from "../../provider/display.ts";
import { HostingError } from "../../provider/errors.ts";
import { reasonOf } from "../../provider/http/answer.ts";
import { classify, isTooManyRequests, topicOf } from "../../provider/http/outcomes.ts";
import { errorWords, parseJson } from "../../provider/http/wire/json.ts";
import { Input } from "../../provider/lifecycle/record/input.ts";
import { inputNames } from "../../provider/lifecycle/record/state.ts";
import { createScrub, serverText } from "../../provider/scrub.ts";
import { classes } from "../support/session-inputs.ts";

/** Beginnings of what the patterns look for, which never end or always begin again. */
const units = [
  ...['"', "'", " '", "`", "“", "”", "“ ", '\\"', "\\", "\n", "\r\n", " ", "\t", "_", " _"],
  ...["\u001b]a;", "\u001b[1;", "\u001b]8;;", "\u009b1;", "\u001b", "\u200b", "\u202e", "\ud800"],
  ...[
    "<{%",
    "?",
    "??",
    "?a=",
    "#a=",
    "://",
    "//",
    "//a@",
    "//a:",
    "://a?",
    "https://a?b",
    "@",
    ".",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN ",
    "-----",
    "-----BEGIN A-----\n",
    "Bearer ",
    "%41",
  ],
  ...[
    "1",
    "1.",
    "10.",
    "a:",
    "::",
    "0",
    "1GiB",
    "1;",
    "[",
    "{",
    '{"a":',
    "1,",
    "in use",
    "is ",
    "busy-",
  ],
];

const { volume } = endpoints;
const headers = { "content-type": "application/json" };
const asked = { endpoint: volume.update };
const scrub = createScrub(["hk_0123456789abcdef"]);
const refusal = (error: string, status = 409) => {
  return { status, headers, body: JSON.stringify({ error }) };
};
const moment = { assumptions: defaultAssumptions, clock: { now: Date.now } };

/** All that reads a text of an answer. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  plainText,
  inOneLine,
  error: (text) => new HostingError("failed", `it is ${text}`, { reason: text }).message,
  serverText: (text) => serverText(text, scrub),
  scrub,
  body: parseJson,
  words: (text) => errorWords(refusal(text)),
  reason: (text) => reasonOf(refusal(text), scrub),
  busy: (text) => classify(refusal(text), asked),
  topic: (text) => topicOf(refusal(text), asked),
  rate: (text) => isTooManyRequests(refusal(text, 429), asked),
  status: (text) =>
    isStatusOf(["ready"], statusIn({ status: text }, defaultAssumptions), defaultAssumptions),
  time: (text) => isGone({ deleted_at: text }, moment),
  size: (text) => [sameSize("1GiB", text), isSizeInBytes(text, "1GiB"), withUnit(text)],
  address: (text) => [isCidr(text), addressRange(text)],
  certificate: fingerprints,
  key: (text) => sameKey(text, "-----BEGIN PRIVATE KEY-----"),
};

test.each(Object.keys(readers))("%s reads a million characters in a second", (name) => {
  const read = readers[name] ?? expect.fail();
  for (const unit of units) expect(slowest(unit, read), JSON.stringify(unit)).toBeUndefined();
});

test.each(classes)(
  "an answer for a %s is compared in a second",
  (_type, definition, sample) => {
    for (const unit of units) {
      const slow = slowest(
        unit,
        (text) => {
          for (const name of inputNames(definition)) {
            const declared = sample[name];
            for (const found of [text, [text], { name: text }]) {
              new Input(definition, name).isAsDeclared({ found, declared });
              new Input(definition, name).difference({ found, declared });
            }
          }
        },
        64_000,
      );
      expect(slow, JSON.stringify(unit)).toBeUndefined();
    }
  },
  120_000,
);

/** The number of characters that took too long. What grows with the square does before it takes a minute. */
function slowest(
  unit: string,
  read: (text: string) => unknown,
  most = 1_000_000,
): number | undefined {
  for (let length = 16_000; length <= most; length *= 4) {
    const text = unit.repeat(length / unit.length);
    const before = process.cpuUsage();
    read(text);
    if (process.cpuUsage(before).user > longestMicroseconds) return length;
  }
  return undefined;
}

/** Linear work takes a tenth of it on a slow machine. */
const longestMicroseconds = 1_000_000;
