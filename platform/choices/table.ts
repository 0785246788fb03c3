import { bodyChoices } from "./bodies.ts";
import type { ChoiceTable } from "./choice.ts";
import { httpChoices } from "./http.ts";

/** Every choice by name. */
export const choiceTable = {
  ...bodyChoices,
  ...httpChoices,
} as const satisfies ChoiceTable;
