/**
 * Where the plugin runs, components consist of the plugin's resources, whose requests contain what
 * a dynamic resource passes as inputs. The plugin sets this before a class is loaded.
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
