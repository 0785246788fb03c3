import type { ErrorCode } from "../../../provider/errors.ts";
import { keyCases, worldCases } from "./cases/access.ts";
import type { ErrorCase } from "./cases/error-case.ts";
import { inputCases } from "./cases/input.ts";
import {
  bugCases,
  failedCases,
  timeoutCases,
  unknownOutcomeCases,
  unsentCases,
} from "./cases/outcomes.ts";
import { gapCases, noRouteCases, platformCases } from "./cases/platform.ts";
import { notFoundCases, rateLimitCases, refusedCases } from "./cases/refusals.ts";
import { settingsCases } from "./cases/settings.ts";

/** Failures of every code, played by a test and shown on a page of the reference. */
export const errorCases: Readonly<Record<ErrorCode, readonly ErrorCase[]>> = {
  settings: settingsCases(),
  input: inputCases(),
  world: worldCases(),
  key: keyCases(),
  notFound: notFoundCases(),
  noRoute: noRouteCases(),
  refused: refusedCases(),
  rateLimit: rateLimitCases(),
  platform: platformCases(),
  unsent: unsentCases(),
  unknownOutcome: unknownOutcomeCases(),
  timeout: timeoutCases(),
  failed: failedCases(),
  gap: gapCases(),
  bug: bugCases(),
};
