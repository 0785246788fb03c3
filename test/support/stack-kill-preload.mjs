/** Loaded by `--import` before each node of a command: the provider process kills itself at a point. */
const { KILL_PROVIDER: point } = process.env;

if (point !== undefined && process.argv[1]?.includes("dynamic-provider")) {
  (await import("./kill-point.ts")).arm(point);
}
