import type { Check } from "../finding.ts";
import { checkBackend } from "./backend.ts";
import { checkCode } from "./code.ts";
import { checkCoordination } from "./coordination.ts";
import { checkJournal } from "./journal.ts";
import { checkLock } from "./lock.ts";
import { checkNode } from "./node.ts";
import { checkPackage } from "./package.ts";
import { checkPlatform } from "./platform.ts";
import { checkPulumi } from "./pulumi.ts";
import { checkRate } from "./rate.ts";
import { checkStack } from "./stack.ts";

/** In the order in which things depend on each other: the leftovers of a run can be fixed once its lock is free. */
export const checks: readonly Check[] = [
  checkNode,
  checkPulumi,
  checkPackage,
  checkBackend,
  checkPlatform,
  checkRate,
  checkCoordination,
  checkLock,
  checkJournal,
  checkCode,
  checkStack,
];
