import type { Resource } from "./program.ts";
import { settingsIn } from "./project.ts";
