/**
 * Where the plugin runs, components are made of its own resources, which need no provider text: each
 * request says what a dynamic resource brings along. The plugin says so before it loads a class.
 */
const key = Symbol.for("pulumi-hosting.native.v1");

interface Native {
  /** Version of the plugin that resources are to be made by; empty where the program asks for none. */
  readonly version: string;
}

export function makeNative(version = ""): void {
  const native: Native = { version };
  Reflect.set(globalThis, key, native);
}

/** Undefined in programs. */
export function native(): Native | undefined {
  return Reflect.get(globalThis, key);
}
