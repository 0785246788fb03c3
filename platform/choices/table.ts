import { accessChoices } from "./access.ts";
import type { ChoiceTable } from "./choice.ts";

/** Every choice by name. */
export const choiceTable = {
  ...accessChoices,
} as const satisfies ChoiceTable;
