import { cut } from "./cut.ts";
import { delay } from "./delay.ts";
import { drip } from "./drip.ts";
import { duplicate } from "./duplicate.ts";
import { failImports } from "./fail-imports.ts";
import { hang } from "./hang.ts";
import { lag } from "./lag.ts";
import { page } from "./page.ts";
import { paged } from "./paged.ts";
import { reset } from "./reset.ts";
import { status } from "./status.ts";
import { stuck } from "./stuck.ts";
import { words } from "./words.ts";

/** Every kind of fault, by the field of a fault that names it. */
export const faultKinds = {
  status,
  delay,
  hang,
  reset,
  cut,
  page,
  drip,
  duplicate,
  lag,
  paged,
  stuck,
  failImports,
  words,
};
