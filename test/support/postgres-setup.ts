import { preparePostgres } from "./postgres-package.ts";

/** Once before the suite. */
export default function setup(): void {
  preparePostgres();
}
