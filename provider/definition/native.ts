/**
 * Where the plugin runs, components are made of its own resources, whose requests say what a dynamic
 * resource brings along as inputs. The plugin says so before a class is loaded.
 */
let made: { readonly version: string } | undefined;

/** The version is that which the program asks for; empty where it asks for none. */
export function makeNative(version = ""): void {
  made = { version };
}

/** Undefined in programs. */
export function native(): { readonly version: string } | undefined {
  return made;
}
