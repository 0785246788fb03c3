import * as pulumi from "@pulumi/pulumi";

/**
 * Where the plugin runs, components consist of the plugin's resources, whose requests contain what
 * a dynamic resource passes as inputs. So do those of a component package that asks for it. It is set before a class
 * is loaded.
 */
let made: { readonly version: string } | undefined;
let isAsked = false;

/**
 * The version is that which the program asks for; empty where it asks for none.
 *
 * @throws RunError once a class is loaded, whose token is what it is.
 */
export function makeNative(version = ""): void {
  if (made === undefined && isAsked)
    throw new pulumi.RunError(
      'pulumi-hosting/native was imported too late: `import "pulumi-hosting/native"` must come before every other import of pulumi-hosting and of packages that use it.',
    );
  made = { version };
}

/** Undefined in programs. */
export function native(): { readonly version: string } | undefined {
  isAsked = true;
  return made;
}
