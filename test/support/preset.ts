import { presets } from "../../platform/choices/preset.ts";
import type { Platform, Preset } from "../../platform/index.ts";

/**
 * How the embedded platforms of a run of the tests read what the specification leaves open
 * (`TEST_PRESET=strange npm test`). A test that asserts one reading names the choice it needs.
 */
const testPreset = presetNamed(process.env["TEST_PRESET"] ?? "ours");

/** The platform with the run's preset, which holds for every process that opens its file. */
export function withTestPreset(platform: Platform): Platform {
  if (testPreset !== "ours") platform.configure({ preset: testPreset });
  return platform;
}

function presetNamed(name: string): Preset {
  const preset = presets.find((known) => known === name);
  if (preset !== undefined) return preset;
  throw new Error(`TEST_PRESET=${name} is none of ${presets.join(", ")}.`);
}
