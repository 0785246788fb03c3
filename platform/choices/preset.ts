/** Values for all choices at once: the usual ones, the most refusing ones, somebody else's. */
export const presets = ["ours", "strict", "strange"] as const;
export type Preset = (typeof presets)[number];
