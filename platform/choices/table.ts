import { accessChoices } from "./access.ts";
import { answerChoices } from "./answers.ts";
import { billChoices } from "./bill.ts";
import { bodyChoices } from "./bodies.ts";
import type { ChoiceTable } from "./choice.ts";
import { httpChoices } from "./http.ts";
import { machineChoices } from "./machines.ts";
import { monitoringChoices } from "./monitoring.ts";
import { networkingChoices } from "./networking.ts";
import { storageChoices } from "./storage.ts";

/** Every choice by name. */
export const choiceTable = {
  ...accessChoices,
  ...bodyChoices,
  ...answerChoices,
  ...machineChoices,
  ...storageChoices,
  ...networkingChoices,
  ...monitoringChoices,
  ...httpChoices,
  ...billChoices,
} as const satisfies ChoiceTable;
