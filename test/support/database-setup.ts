import { pgbouncer, postgresql } from "./debian-package.ts";

/** Once before the suite. */
export default function setup(): void {
  postgresql.prepare();
  pgbouncer.prepare();
}
