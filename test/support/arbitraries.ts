import fc from "fast-check";
import type { Props } from "../../provider/definition/session.ts";

/** Inputs of which those that are not required are sometimes left out; all are unless some are named. */
export function record(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[] = Object.keys(fields),
): fc.Arbitrary<Props> {
  const requiredKeys = Object.keys(fields).filter((name) => required.includes(name));
  return fc.record({ ...fields }, { requiredKeys, noNullPrototype: true });
}

export const word = fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/);
export const segment = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,30}$/);
export const label = fc.oneof(word, fc.string({ minLength: 1, maxLength: 40 }));
export const text = fc.string({ maxLength: 60 });
export const port = fc.integer({ min: 1, max: 65_535 });
const unit = fc.constantFrom("MiB", "GiB", "GB");
export const size = fc
  .tuple(fc.integer({ min: 1, max: 900 }), unit)
  .map(([count, of]) => `${count}${of}`);
export const region = fc.constantFrom("eu", "us-east", "ap");
export const settings = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}\.[a-zA-Z_]{1,6}$/), text, {
  maxKeys: 3,
  noNullPrototype: true,
});
export const ipv4 = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map(([second, third]) => `10.${second}.${third}.0/24`);
export const cidr = fc.oneof(ipv4, fc.constantFrom("0.0.0.0/0", "::/0", "2001:db8::/32"));
export const range = fc.tuple(port, port).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
