/** The platform a package holds native code for, as package.json says it. */
export interface Platform {
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  /** Only for Linux, and only where the package is for one C library. */
  readonly libc?: readonly string[];
}

const systems = "android|darwin|freebsd|linux|openharmony|win32";
const processors = "arm|arm64|ia32|ppc64|riscv64|s390x|x64";
const abis = "eabi|gnu|gnueabihf|msvc|musl|musleabihf";
const ending = new RegExp(`-(${systems})-(${processors})(?:-(${abis}))?$`);

const libraries: Readonly<Record<string, string>> = { gnu: "glibc", musl: "musl" };

/** The platform in a package's name, e.g. `@some/binding-linux-x64-gnu`; undefined where it ends in none. */
export function platformOf(name: string): Platform | undefined {
  const [, os, cpu, abi = ""] = ending.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  const library = libraries[abi];
  return { os: [os], cpu: [cpu], ...(library && { libc: [library] }) };
}
